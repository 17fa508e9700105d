import { openDatabase } from '#db/database.ts'
import { listFavouritedBy } from '#features/favourites/server/public.ts'
import type { Env } from '#server/env.ts'
import { warn } from '#server/log.ts'
import { memberHub } from '#server/objects/stubs.ts'
import type { Cooldowns } from './cooldowns.ts'
import type { Devices, MemberPresence } from './devices.ts'
import type { Notifier } from './notifier.ts'

/** Pages come and go: within an hour it is the same arrival. */
const sameArrivalMs = 60 * 60_000
/** One person's arrival is notified at most so often. */
const cooldownPerPersonMs = 24 * 60 * 60_000

export type OnlineAlertsDeps = {
  env: Pick<Env, 'DB' | 'MEMBER_HUB'>
  member: string
  cooldowns: Cooldowns
  notifier: Notifier
  devices: Devices
  presence: MemberPresence
}

/** "Came online": alerts the matches who have the member as a favourite, and takes the alerts of others. */
export class OnlineAlerts {
  readonly #deps: OnlineAlertsDeps

  constructor(deps: OnlineAlertsDeps) {
    this.#deps = deps
  }

  /** Call it when a connection has opened, or the member has become visible. It does not reveal who the favourites' owners are. */
  async send(now: number): Promise<void> {
    const { env, member, cooldowns, presence } = this.#deps
    if (!presence.isVisible || !cooldowns.tryAcquire('arrival', now, sameArrivalMs)) return
    try {
      const owners = await listFavouritedBy(openDatabase(env.DB), member)
      await Promise.allSettled(
        owners.map(async ({ ownerId, conversation }) => memberHub(env, ownerId).notifyOnline(member, conversation)),
      )
    } catch (error) {
      // Best effort: a missed "came online" is not worth a retry.
      warn('arrival', error)
    }
  }

  /** A favourite has come online. Only devices that are there now show it: later it would not be true any more. */
  receive(from: string, conversation: string, now: number): void {
    const { devices, cooldowns, notifier } = this.#deps
    if (!devices.isListening || !cooldowns.tryAcquire(`arrival:${from}`, now, cooldownPerPersonMs)) return
    notifier.notify({ id: `favourite:${from}:${now}`, kind: 'favourite', from, conversation })
  }
}
