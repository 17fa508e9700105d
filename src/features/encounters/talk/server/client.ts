import type { ObjectBindings } from '#features/object-bindings.ts'
import { retry } from '#server/objects/retry.ts'
import { memberHub } from '#server/objects/stubs.ts'
import { nullOnError } from '#server/objects/with-timeout.ts'
import type { SeatRpc } from '#features/encounters/contract.ts'

/** A seat for callers: the same calls, each to the member's hub. */
export type SeatClient = {
  [Call in keyof SeatRpc]: (...input: Parameters<SeatRpc[Call]>) => Promise<Awaited<ReturnType<SeatRpc[Call]>>>
}

/** A member's seat, for calls. */
export function seatOf(env: Pick<ObjectBindings, 'MEMBER_HUB'>, member: string): SeatClient {
  const hub = memberHub(env, member)
  return {
    read: async () => hub.readSeat(),
    overview: async () => hub.seatOverview(),
    start: async (request) => hub.startWait(request),
    withdraw: async () => hub.withdrawWait(),
    next: async (id) => hub.nextPartner(id),
    reserve: async (ticket, id, partner) => hub.reserveSeat(ticket, id, partner),
    release: async (ticket, id) => hub.releaseSeat(ticket, id),
    opening: async (id) => hub.encounterOpening(id),
    news: async (news) => hub.encounterNews(news),
    stop: async () => hub.stopEncounters(),
  }
}

/**
 * Ends the member's wait, because they have paused their profile. An encounter continues: its end would reveal whose profile
 * disappeared. Null if their hub cannot be reached.
 */
export function withdrawWait(env: Pick<ObjectBindings, 'MEMBER_HUB'>, member: string): Promise<void | null> {
  const withdraw = () => seatOf(env, member).withdraw()
  return nullOnError('encounters', retry('encounters', withdraw))
}

/** The member's profile has changed, by which evenings count who comes. Null if their hub cannot be reached: it looks twice a day. */
export function reviewAttendance(env: Pick<ObjectBindings, 'MEMBER_HUB'>, member: string): Promise<void | null> {
  const review = async () => memberHub(env, member).reviewAttendance()
  return nullOnError('attendance', retry('attendance', review))
}
