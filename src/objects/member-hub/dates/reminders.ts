import { openDatabase } from '#db/database.ts'
import type { Env } from '#server/env.ts'
import { warn } from '#server/log.ts'
import { isClosed } from '#server/switches.ts'
import { eveningMs, nextReminderAt } from '#features/encounters/dates/server/reminder-times.ts'
import type { DateStore } from './date-store.ts'
import { findPairingProfile } from '#features/encounters/dates/server/pairing-profile.ts'
import type { Notifications } from '../notifications/notifications.ts'

export type RemindersDeps = {
  env: Pick<Env, 'DB'>
  member: string
  store: DateStore
  notifications: Pick<Notifications, 'remind'>
}

/** Retry delay for an email that the queue did not accept, while its evening is still to come. */
const retryMs = 10 * 60_000

/** Emails a member a day and an hour before each booked evening. */
export class Reminders {
  readonly #deps: RemindersDeps

  constructor(deps: RemindersDeps) {
    this.#deps = deps
  }

  /** One email for all dates of an evening. */
  async send(now: number): Promise<void> {
    const { store } = this.#deps
    const due = store.list().find(({ remindAt }) => remindAt !== null && remindAt <= now)
    if (!due) return
    const slots = store
      .list()
      .map(({ slot }) => slot)
      .filter((slot) => slot > now && slot >= due.slot && slot < due.slot + eveningMs)
    // Written before it is sent: a hub that restarts in between sends it once or never, but not twice.
    for (const slot of [due.slot, ...slots]) store.setReminder(slot, nextReminderAt(slot, now + eveningMs))
    if (slots.length > 0) await this.#send(slots, now)
    await this.send(now)
  }

  async #send(slots: number[], now: number): Promise<void> {
    const { env, member, store, notifications } = this.#deps
    // A member who may not meet strangers now has no date to be reminded of, and no one has while dates are closed.
    if (await isClosed(env, 'blind-dates')) return
    if (!(await findPairingProfile(openDatabase(env.DB), member))) return
    try {
      const { dateReminder } = await import('#features/encounters/dates/server/date-reminder.ts')
      await notifications.remind(dateReminder.of({ slots }, Math.max(...slots)))
    } catch (error) {
      warn('mail-queue', error)
      for (const slot of slots.slice(0, 1)) store.setReminder(slot, now + retryMs)
    }
  }
}
