import { encounterKeptMs, graceMs, nextPerHour, type Seat, type StartRequest } from '../contract.ts'
import { unconnectedMs } from '../rules.ts'
import type { StoredSeat } from './seat-store.ts'

const hourMs = 60 * 60_000
/** A wait for a booked evening ends so long after its slot. */
const afterSlotMs = 15 * 60_000
/** The odd one out of an evening goes first at the next one, if it comes within so long. */
const oddKeptMs = 30 * 24 * hourMs

/** What others may know of it. Until an encounter has opened, a reserved seat is one that waits. */
export function toSeat(seat: StoredSeat | null): Seat {
  if (!seat || seat.state === 'free') return { state: 'free' }
  const { state, request, since, encounter } = seat
  const { kind, language, topics, slot } = request
  return state === 'paired' ? { state, kind, id: encounter ?? '', since } : { state, kind, language, topics, slot, since }
}

export function isSameRequest(one: StartRequest, other: StartRequest): boolean {
  const isSame = one.kind === other.kind && one.language === other.language && one.slot === other.slot
  return isSame && JSON.stringify(one.topics.toSorted()) === JSON.stringify(other.topics.toSorted())
}

/** The member is in this encounter, or was in it last. */
export function isAt({ state, encounter, last }: StoredSeat, id: string): boolean {
  return state === 'paired' ? encounter === id : state === 'free' && last === id
}

/** When a wait ends by itself (ms), or null: its member has gone, or the booked evening is over. */
export function waitEndsAt({ request, hasConnected, awaySince }: StoredSeat): number | null {
  const ends = [
    ...(awaySince === null ? [] : [awaySince + (hasConnected ? graceMs : unconnectedMs)]),
    ...(request.slot === null ? [] : [request.slot + afterSlotMs]),
  ]
  return ends.length === 0 ? null : Math.min(...ends)
}

/** Whole seconds until the member may leave one more partner for somebody else; 0 when they may now. */
export function nextWaitS(nexts: readonly number[], now: number, factor: number): number {
  const allowed = nextPerHour * factor
  const oldest = nexts[nexts.length - allowed]
  return oldest === undefined ? 0 : Math.max(1, Math.ceil((oldest + hourMs - now) / 1000))
}

/**
 * The seat after a wait or an encounter. The request stays for "next" as long as the encounter can be looked at. Null when nothing
 * of it is needed any more.
 */
export function toFree(seat: StoredSeat, now: number): StoredSeat | null {
  const isOdd = seat.state === 'waiting' && seat.request.slot !== null && seat.request.slot <= now
  if (seat.last === null && !isOdd) return null
  const request = { ...seat.request, isFirst: isOdd, profile: null }
  return { ...seat, request, state: 'free', since: now, encounter: null, partner: null, phase: null, until: null }
}

/** When a free seat is forgotten (ms). */
export function expiresAt({ request, since }: StoredSeat): number {
  return since + (request.isFirst ? oddKeptMs : encounterKeptMs)
}

/** The request as it enters the queue: who went without a partner at one evening comes first at the next. */
export function withTurn(request: StartRequest, before: StoredSeat | null): StartRequest {
  const isOdd = request.kind === 'blind' && before?.request.kind === 'blind' && before.request.isFirst === true
  return isOdd ? { ...request, isFirst: true } : request
}
