import { openDatabase } from '#db/database.ts'
import type { PairingProfile } from '#features/encounters/contract.ts'
import { waitAlertMs, type WaitAlertResult } from '#features/encounters/dates/contract.ts'
import { queueOf } from '#features/encounters/pairing/server/queue.ts'
import { isQuiet } from '#features/notifications/rules.ts'
import { listSubscriptions } from '#features/push/server/queries.ts'
import type { Env } from '#server/env.ts'
import { warn } from '#server/log.ts'
import { matchmakerObject } from '#server/objects/stubs.ts'
import { withTimeout } from '#server/objects/with-timeout.ts'
import type { Notifications } from '../notifications/notifications.ts'
import { queuePush } from '../notifications/queue-push.ts'
import type { Seat } from '../seat/seat.ts'
import type { Schedule } from '#objects/platform/alarm-scheduler.ts'
import type { DatesAlarm, DateStore } from './date-store.ts'

export type WaitAlertDeps = {
  ctx: Pick<DurableObjectState, 'storage'>
  env: Env
  member: string
  store: Pick<DateStore, 'findWaitAlert' | 'prunePast'>
  seat: Pick<Seat, 'peek'>
  notifications: Pick<Notifications, 'preferences' | 'directory' | 'push'>
  alarms: Schedule<DatesAlarm>
  /** Null for a member who may not meet strangers now. */
  findProfile: () => Promise<PairingProfile | null>
}

const callMs = 5_000

/**
 * The member does not wait, and wants to be notified when someone begins to. The hub's row decides. The matchmaker has a copy,
 * which does nothing without it: a withdrawal that fails needs no repeat, because the copy is deleted after two hours.
 */
export class WaitAlert {
  readonly #deps: WaitAlertDeps

  constructor(deps: WaitAlertDeps) {
    this.#deps = deps
  }

  /** `languages`: null to end it. */
  async change(languages: readonly string[] | null): Promise<WaitAlertResult> {
    if (languages !== null) return this.#start(languages)
    const queue = this.#end()
    if (queue !== null) await this.#withdraw(queue)
    return { ok: true }
  }

  /** A repeat changes nothing, and keeps the member's place in the line. */
  async #start(languages: readonly string[]): Promise<WaitAlertResult> {
    const { ctx, env, member, store, seat, notifications, alarms, findProfile } = this.#deps
    const profile = (await this.#hasDevice()) ? await findProfile() : null
    if (profile === null || !notifications.push.isWanted('blind-date')) return { ok: false, code: 'no-push' }
    if (seat.peek().state !== 'free') return { ok: false, code: 'busy' }
    const now = Date.now()
    store.prunePast(now)
    if (store.findWaitAlert() !== null) return { ok: true }
    const queue = queueOf(env, 'blind', member)
    const until = now + waitAlertMs
    ctx.storage.sql.exec('INSERT INTO wait_alert (id, queue, until) VALUES (1, ?, ?)', queue, until)
    alarms.schedule('blind-dates', until)
    const { genderMask, seeksMask, birthDate, seeksAgeMin, seeksAgeMax } = profile
    const criteria = { genderMask, seeksMask, birthDate, seeksAgeMin, seeksAgeMax }
    try {
      await withTimeout(callMs, matchmakerObject(env, queue).putWaitAlert({ member, criteria, languages, until }))
    } catch (error) {
      this.#end()
      throw error
    }
    // It was ended meanwhile, and the two calls may have arrived in either order.
    if (store.findWaitAlert() === null) await this.#withdraw(queue)
    return { ok: true }
  }

  /** Returns the matchmaker that has a copy; null if it is not wanted. */
  #end(): string | null {
    const { ctx, store } = this.#deps
    const queue = store.findWaitAlert()?.queue ?? null
    ctx.storage.sql.exec('DELETE FROM wait_alert')
    return queue
  }

  /** The member may have signed out of the last device, or may not meet strangers now. */
  async review(): Promise<void> {
    if (!(await this.#hasDevice()) || (await this.#deps.findProfile()) === null) await this.change(null)
  }

  /** True if a push message is on its way. One at most: the row is deleted first. */
  async deliver(): Promise<boolean> {
    const { env, member, seat, notifications, findProfile } = this.#deps
    const now = Date.now()
    const isAwaited = this.#end() !== null && seat.peek().state === 'free' && notifications.push.isWanted('blind-date')
    if (!isAwaited) return false
    const reader = await notifications.directory.readerNow()
    if (reader?.state !== 'complete' || isQuiet(notifications.preferences.read(), now, reader.timeZone)) return false
    if (!(await this.#hasDevice()) || (await findProfile()) === null) return false
    await queuePush(env, { member, kind: 'blind-date', isSilent: false, about: {}, isWaitAlert: true }, now)
    return true
  }

  async #hasDevice(): Promise<boolean> {
    const { env, member } = this.#deps
    return (await listSubscriptions(openDatabase(env.DB), member, Date.now())).length > 0
  }

  async #withdraw(queue: string): Promise<void> {
    const { env, member } = this.#deps
    const ended = { member, criteria: null, languages: [], until: 0 }
    await withTimeout(callMs, matchmakerObject(env, queue).putWaitAlert(ended)).catch((error: unknown) =>
      warn('wait-alert', error),
    )
  }
}
