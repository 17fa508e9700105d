import type { Env } from '#server/env.ts'
import { retry } from '#server/objects/retry.ts'
import { memberHub } from '#server/objects/stubs.ts'
import { nullOnError } from '#server/objects/with-timeout.ts'
import type { SeatRpc } from '../contract.ts'

/** A seat as callers have it: the same calls, all of them answered later. */
export type SeatClient = {
  [Call in keyof SeatRpc]: (...input: Parameters<SeatRpc[Call]>) => Promise<Awaited<ReturnType<SeatRpc[Call]>>>
}

/** A member's seat, for calls: each is one call to their hub, which holds nothing for the caller afterwards. */
export function seatOf(env: Pick<Env, 'MEMBER_HUB'>, member: string): SeatClient {
  const open = () => memberHub(env, member).encounters()
  return {
    async read() {
      using seat = open()
      return await seat.read()
    },
    async start(request) {
      using seat = open()
      return await seat.start(request)
    },
    async withdraw() {
      using seat = open()
      await seat.withdraw()
    },
    async next(id) {
      using seat = open()
      return await seat.next(id)
    },
    async reserve(ticket, id, partner) {
      using seat = open()
      return await seat.reserve(ticket, id, partner)
    },
    async release(ticket, id) {
      using seat = open()
      await seat.release(ticket, id)
    },
    async news(news) {
      using seat = open()
      return await seat.news(news)
    },
    async stop() {
      using seat = open()
      await seat.stop()
    },
  }
}

/** Ends the member's wait or encounter: they may not meet anyone now. Null when their hub is away. */
export function stopEncounters(env: Pick<Env, 'MEMBER_HUB'>, member: string): Promise<void | null> {
  const stop = () => seatOf(env, member).stop()
  return nullOnError('encounters', retry('encounters', stop))
}
