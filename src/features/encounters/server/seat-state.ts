import { encounterKeptMs, graceMs, nextPerHour, type Seat } from '../contract.ts'
import { unconnectedMs } from '../rules.ts'
import type { StoredSeat, Wish } from './seat-store.ts'

const hourMs = 60 * 60_000
/** Nobody waits for a booked evening any longer after its slot. */
const lateMs = 15 * 60_000
/** The odd one out of an evening goes first at the next one, if it comes within so long. */
const oddKeptMs = 30 * 24 * hourMs

/** What others may know of it. Until an encounter has opened, a reserved seat is one that waits. */
export function toSeat(seat: StoredSeat | null): Seat {
  if (!seat || seat.state === 'free') return { state: 'free' }
  const { state, wish, since, encounter } = seat
  const { kind, language, topics, slot } = wish
  return state === 'paired' ? { state, kind, id: encounter ?? '', since } : { state, kind, language, topics, slot, since }
}

export function isSameWish(one: Wish, other: Wish): boolean {
  const isSame = one.kind === other.kind && one.language === other.language && one.slot === other.slot
  return isSame && JSON.stringify(one.topics.toSorted()) === JSON.stringify(other.topics.toSorted())
}

/** The member is in this encounter, or was in it last. */
export function isAt({ state, encounter, last }: StoredSeat, id: string): boolean {
  return state === 'paired' ? encounter === id : state === 'free' && last === id
}

/** When a wait ends by itself (ms), or null: its member has gone, or the booked evening is over. */
export function waitEndsAt({ wish, hasConnected, awaySince }: StoredSeat): number | null {
  const ends = [
    ...(awaySince === null ? [] : [awaySince + (hasConnected ? graceMs : unconnectedMs)]),
    ...(wish.slot === null ? [] : [wish.slot + lateMs]),
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
 * The seat after a wait or an encounter. The wish stays for "next" as long as the encounter can be looked at. Null when nothing
 * of it is needed any more.
 */
export function toFree(seat: StoredSeat, now: number): StoredSeat | null {
  const isOdd = seat.state === 'waiting' && seat.wish.slot !== null && seat.wish.slot <= now
  if (seat.last === null && !isOdd) return null
  const wish = { ...seat.wish, isFirst: isOdd }
  return { ...seat, wish, state: 'free', since: now, encounter: null, partner: null, phase: null, until: null }
}

/** When a free seat is forgotten (ms). */
export function expiresAt({ wish, since }: StoredSeat): number {
  return since + (wish.isFirst ? oddKeptMs : encounterKeptMs)
}

/** The wish as it enters the queue: who went without a partner at one evening comes first at the next. */
export function withTurn(request: Wish, before: StoredSeat | null): Wish {
  const isOdd = request.kind === 'blind' && before?.wish.kind === 'blind' && before.wish.isFirst === true
  return isOdd ? { ...request, isFirst: true } : request
}
