import { lobbyClosesAt } from '#features/encounters/pairing/rules.ts'
import { newId } from '#server/crypto/secrets.ts'
import {
  encounterKeptMs,
  graceMs,
  nextPerHour,
  type EncounterNews,
  type Seat,
  type StartRequest,
} from '#features/encounters/contract.ts'
import { aliasSeed, unconnectedMs } from '#features/encounters/talk/rules.ts'
import type { StoredSeat } from './seat-store.ts'

const hourMs = 60 * 60_000
/** How long the odd one out of an evening has priority: at the next evening within this time. */
const oddKeptMs = 30 * 24 * hourMs

/** An event that the seat is notified of, or notices itself. */
export type Ending = Pick<EncounterNews, 'id' | 'kind' | 'phase' | 'at'> & { hasLeft?: boolean }

/** What others may see of it. Until an encounter has opened, a reserved seat looks like a waiting one. */
export function toSeat(seat: StoredSeat | null): Seat {
  if (!seat || seat.state === 'free') return { state: 'free' }
  const { state, request, since, encounter, ticket } = seat
  const { kind, languages, topics, slot } = request
  if (state === 'paired') return { state, kind, id: encounter ?? '', since }
  return { state, kind, languages, topics, slot, since, seed: aliasSeed(ticket) }
}

export function isSameRequest(one: StartRequest, other: StartRequest): boolean {
  const isSame = one.kind === other.kind && one.languages.join() === other.languages.join() && one.slot === other.slot
  return isSame && JSON.stringify(one.topics.toSorted()) === JSON.stringify(other.topics.toSorted())
}

/** A member who starts to wait. `isConnected`: one of their devices is connected. */
export function toWaiting(
  request: StartRequest,
  { isConnected, ...rest }: Pick<StoredSeat, 'queue' | 'last' | 'oddAt' | 'since'> & { isConnected: boolean },
): StoredSeat {
  const none = { encounter: null, partner: null, phase: null, until: null }
  const awaySince = isConnected ? null : Date.now()
  return { ...rest, ...none, state: 'waiting', request, ticket: newId(), hasConnected: isConnected, awaySince }
}

/** The same wait in another queue, which knows it by another ticket: the queue before may have chosen it by now. */
export function movedTo(seat: StoredSeat, queue: string): StoredSeat {
  return { ...seat, queue, ticket: newId() }
}

/** The member is in this encounter, or was in it last and can still look at it. */
export function isAt({ state, encounter, last, since }: StoredSeat, id: string, now: number): boolean {
  return state === 'paired' ? encounter === id : state === 'free' && last === id && now < since + encounterKeptMs
}

/**
 * When the member was last in an encounter (ms): now, or at the latest when the seat last changed. Null if no encounter is known.
 */
export function lastMetAt(seat: StoredSeat | null, now: number): number | null {
  if (seat?.state === 'paired') return now
  return seat && seat.last !== null ? seat.since : null
}

/** A wait has ended by itself: its member has gone, or the booked evening is over. */
export function hasEnded({ request, hasConnected, awaySince }: StoredSeat, now: number): boolean {
  const ends = [
    ...(awaySince === null ? [] : [awaySince + (hasConnected ? graceMs : unconnectedMs)]),
    ...(request.slot === null ? [] : [lobbyClosesAt(request.slot)]),
  ]
  return ends.some((end) => now >= end)
}

/** Whole seconds until the member may leave one more partner; 0 if they may now. */
export function nextWaitS(nexts: readonly number[], now: number, factor: number): number {
  const allowed = nextPerHour * factor
  const oldest = nexts[nexts.length - allowed]
  return oldest === undefined ? 0 : Math.max(1, Math.ceil((oldest + hourMs - now) / 1000))
}

/**
 * When the member was last the odd one out of an evening (ms), now that their wait is over: it had begun, and they were present.
 * Null once they have met someone since.
 */
export function toOddAt({ state, request, oddAt }: StoredSeat, now: number): number | null {
  return state === 'waiting' && request.slot !== null && request.slot <= now ? now : oddAt
}

/**
 * The seat after a wait or an encounter. The request stays for "next" as long as the encounter can be looked at. Null when
 * nothing of it is needed any more.
 */
export function toFree(seat: StoredSeat, now: number): StoredSeat | null {
  const oddAt = toOddAt(seat, now)
  if (seat.last === null && oddAt === null) return null
  const request = { ...seat.request, isFirst: false, profile: null }
  return { ...seat, request, state: 'free', since: now, encounter: null, partner: null, oddAt, phase: null, until: null }
}

/** When a part of a free seat is due to be forgotten (ms). */
export function expiresAt({ last, oddAt, since }: StoredSeat): number {
  return Math.min(last === null ? Infinity : since + encounterKeptMs, oddAt === null ? Infinity : oddAt + oddKeptMs)
}

/** What is left of a free seat: a day after the encounter, only the turn. Null when that is over, too. */
export function withoutExpired(seat: StoredSeat, now: number): StoredSeat | null {
  const isOdd = seat.oddAt !== null && now < seat.oddAt + oddKeptMs
  const oddAt = isOdd ? seat.oddAt : null
  if (seat.last !== null && now < seat.since + encounterKeptMs) return { ...seat, oddAt }
  return isOdd ? { ...seat, request: { ...seat.request, topics: [] }, last: null } : null
}

/** The request as it enters the queue: a member left without a partner at one evening goes first at the next. */
export function withTurn(request: StartRequest, oddAt: number | null): StartRequest {
  return request.kind === 'blind' && oddAt !== null ? { ...request, isFirst: true } : request
}
