import { openDatabase } from '#db/database.ts'
import { listKeepers } from '#features/favourites/server/public.ts'
import type { Env } from '#server/env.ts'
import { warn } from '#server/log.ts'
import type { Broadcaster } from '#features/member-hub/server/connections/broadcaster.ts'
import type { Notifier } from './notifier.ts'
import type { Cooldowns } from './cooldowns.ts'

/** Pages come and go: within an hour it is the same arrival. */
const sameArrivalMs = 60 * 60_000
/** One person's arrival is told at most so often. */
const pausePerPersonMs = 24 * 60 * 60_000

type ArrivalDeps = {
  env: Pick<Env, 'DB' | 'MEMBER_HUB'>
  member: string
  told: Cooldowns
  notifier: Notifier
  announcer: Broadcaster
  /** A connection is open, and the member lets others see that. */
  isSeenHere(): boolean
}

/** Tells those who keep a member as a favourite, and are matched with them, that they are here; and takes in the same of others. */
export class OnlineAlerts {
  readonly #ports: ArrivalDeps

  constructor(ports: ArrivalDeps) {
    this.#ports = ports
  }

  /** Called when a connection has opened, or may be seen from now on. Nobody learns from it by whom they are kept. */
  async announce(now: number): Promise<void> {
    const { env, member, told, isSeenHere } = this.#ports
    if (!isSeenHere() || !told.claim('arrival', now, sameArrivalMs)) return
    try {
      const keepers = await listKeepers(openDatabase(env.DB), member)
      const calls = keepers.map(({ ownerId, conversation }) =>
        env.MEMBER_HUB.getByName(ownerId).hearArrival(member, conversation),
      )
      await Promise.allSettled(calls)
    } catch (error) {
      // An arrival that nobody heard of is no loss that a later repeat would mend.
      warn('arrival', error)
    }
  }

  /** Somebody kept has come. It is news for who is here: later it would not be true any more. */
  hear(from: string, conversation: string, now: number): void {
    const { announcer, told, notifier } = this.#ports
    if (!announcer.isHeard || !told.claim(`arrival:${from}`, now, pausePerPersonMs)) return
    notifier.take({ id: `favourite:${from}:${now}`, kind: 'favourite', from, conversation })
  }
}
