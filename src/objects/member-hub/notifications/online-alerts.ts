import { openDatabase } from '#db/database.ts'
import { listFavouritedBy } from '#features/favourites/server/public.ts'
import type { Env } from '#server/env.ts'
import { warn } from '#server/log.ts'
import { memberHub } from '#server/objects/stubs.ts'
import type { Cooldowns } from './cooldowns.ts'
import type { Devices, MemberPresence } from './devices.ts'
import type { Notifier } from './notifier.ts'

/** Pages open and close: within an hour a member counts as continuously online. */
const sameArrivalMs = 60 * 60_000
/** Minimum time between alerts about one person. */
const cooldownPerPersonMs = 24 * 60 * 60_000

export type OnlineAlertsDeps = {
  env: Pick<Env, 'DB' | 'MEMBER_HUB'>
  member: string
  cooldowns: Cooldowns
  notifier: Notifier
  devices: Devices
  presence: MemberPresence
}

/** "Came online": alerts the matches who have the member as a favourite, and receives the alerts of others. */
export class OnlineAlerts {
  readonly #deps: OnlineAlertsDeps

  constructor(deps: OnlineAlertsDeps) {
    this.#deps = deps
  }

  /** Call it when a connection has opened, or the member has become visible. It does not reveal whose favourite the member is. */
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

  /** Shows that a favourite has come online, only on connected devices: later it would no longer be true. */
  receive(from: string, conversation: string, now: number): void {
    const { devices, cooldowns, notifier } = this.#deps
    if (!devices.isListening || !cooldowns.tryAcquire(`arrival:${from}`, now, cooldownPerPersonMs)) return
    notifier.notify({ id: `favourite:${from}:${now}`, kind: 'favourite', from, conversation })
  }
}
