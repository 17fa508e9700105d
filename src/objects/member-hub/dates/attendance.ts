import type { PairingProfile } from '#features/encounters/contract.ts'
import { queueOf } from '#features/encounters/pairing/server/queue.ts'
import type { Env } from '#server/env.ts'
import { warn } from '#server/log.ts'
import { matchmakerObject } from '#server/objects/stubs.ts'
import { withTimeout } from '#server/objects/with-timeout.ts'
import type { Schedule } from '#objects/platform/alarm-scheduler.ts'
import type { DatesAlarm, DateStore } from './date-store.ts'

export type AttendanceDeps = {
  ctx: Pick<DurableObjectState, 'storage'>
  env: Env
  member: string
  store: Pick<DateStore, 'list' | 'findAttendance'>
  alarms: Schedule<DatesAlarm>
  /** When the member last met a stranger (ms), or null. */
  lastMetAt: () => number | null
  /** Null for a member who may not meet strangers now. */
  findProfile: () => Promise<PairingProfile | null>
}

/**
 * `booked`: a date was booked. `cancelled`: the member does not come to one. `reviewed`: the profile has changed, or whether the
 * member may meet strangers. `present`: the member has opened the page.
 */
export type AttendanceChange = 'booked' | 'cancelled' | 'reviewed' | 'present'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
/** Interval of the reports without a change: what a matchmaker has lost comes back, and a changed profile arrives. */
const reportEveryMs = 12 * hourMs
/** Age from which a report is repeated when the member opens the page. */
const freshMs = hourMs
const retryMs = minuteMs
/**
 * An end of access, or of a talk, is counted at a random time within this: a count that falls in the moment in which a talk ends
 * would show why it has ended.
 */
export const longestDelayMs = 25 * minuteMs
/** A talk that ended this recently. */
const recentTalkMs = 10 * minuteMs
const callMs = 5_000

/**
 * Reports the member's bookings to the matchmaker, which counts who comes to a slot. Each report replaces the one before. A change
 * is stored as due before it is reported, and the alarm repeats what fails.
 */
export class Attendance {
  readonly #deps: AttendanceDeps
  #running: Promise<void> | null = null
  /** Number of changes since this hub's start: a report that one of them has overtaken is repeated. */
  #changes = 0
  #hasEnded = false

  constructor(deps: AttendanceDeps) {
    this.#deps = deps
  }

  /** Reports a change, some time later if need be. Never rejects. */
  note(change: AttendanceChange): Promise<void> {
    const { store, alarms } = this.#deps
    const now = Date.now()
    const known = store.findAttendance()
    const isFresh = known !== null && known.dueAt >= now + reportEveryMs - freshMs
    if (this.#hasEnded || (change === 'present' && isFresh)) return Promise.resolve()
    this.#changes += 1
    const dueAt = Math.min(now + this.#delayOf(change, now), known?.dueAt ?? Infinity)
    this.#setDue(dueAt)
    alarms.schedule('blind-dates', Math.max(dueAt, now + retryMs))
    return this.#reportAll()
  }

  /** Reports what is due, and bookings of which an earlier version has reported nothing. Never rejects. */
  wake(): Promise<void> {
    return this.#deps.store.findAttendance() === null ? this.note('booked') : this.#reportAll()
  }

  #delayOf(change: AttendanceChange, now: number): number {
    const metAt = this.#deps.lastMetAt()
    const isRecent = metAt !== null && metAt > now - recentTalkMs
    return change === 'reviewed' || (change === 'cancelled' && isRecent) ? randomDelay() : 0
  }

  /** One report at a time, until none is due. */
  #reportAll(): Promise<void> {
    this.#running ??= this.#reportDue().finally(() => (this.#running = null))
    return this.#running
  }

  async #reportDue(): Promise<void> {
    while (this.#isDue()) await this.#report(this.#changes)
    const dueAt = this.#hasEnded ? undefined : this.#deps.store.findAttendance()?.dueAt
    if (dueAt !== undefined) this.#deps.alarms.schedule('blind-dates', dueAt)
  }

  #isDue(): boolean {
    const known = this.#hasEnded ? null : this.#deps.store.findAttendance()
    return known !== null && known.dueAt <= Date.now()
  }

  async #report(changes: number): Promise<void> {
    try {
      const isComing = await this.#send()
      if (this.#changes !== changes) return
      if (isComing) this.#setDue(Date.now() + reportEveryMs)
      else this.#deps.ctx.storage.sql.exec('DELETE FROM attendance')
    } catch (error) {
      warn('attendance', error)
      this.#setDue(Date.now() + retryMs)
    }
  }

  /** Sends all bookings; false if there are none. */
  async #send(): Promise<boolean> {
    const { ctx, env, member, store, findProfile } = this.#deps
    const profile = store.list().length === 0 ? null : await findProfile()
    const queue = profile && queueOf(env, 'blind', member)
    const before = store.findAttendance()?.queue ?? null
    // Operators have changed the number of shards, or the member comes to nothing now.
    if (before !== null && before !== queue) await this.#withdraw(before)
    // Stored first: after a restart it is known which matchmaker counts the member.
    ctx.storage.sql.exec('UPDATE attendance SET queue = ?', queue)
    const slots = store.list().map(({ slot, languages }) => ({ slot, languages }))
    if (profile && queue !== null) {
      const { genderMask, seeksMask, birthDate, seeksAgeMin, seeksAgeMax } = profile
      const criteria = { genderMask, seeksMask, birthDate, seeksAgeMin, seeksAgeMax }
      await withTimeout(callMs, matchmakerObject(env, queue).attend({ member, criteria, slots }))
    }
    return slots.length > 0
  }

  /** The matchmaker counts the member no longer. */
  async #withdraw(queue: string): Promise<void> {
    const { env, member } = this.#deps
    await withTimeout(callMs, matchmakerObject(env, queue).attend({ member, criteria: null, slots: [] }))
  }

  #setDue(at: number): void {
    const { sql } = this.#deps.ctx.storage
    sql.exec('INSERT INTO attendance (id, due_at) VALUES (1, ?1) ON CONFLICT (id) DO UPDATE SET due_at = ?1', at)
  }

  /** The account is purged. Throws if the matchmaker cannot be reached: then the purge is repeated. */
  async end(): Promise<void> {
    this.#hasEnded = true
    // Otherwise its call could arrive after this one.
    await this.#running
    const queue = this.#deps.store.findAttendance()?.queue ?? null
    if (queue !== null) await this.#withdraw(queue)
  }
}

/** From the cryptographic source, so that it cannot be predicted (ms). */
function randomDelay(): number {
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1))
  return Math.floor((random / 2 ** 32) * longestDelayMs)
}
