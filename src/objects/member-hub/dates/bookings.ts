import { openDatabase } from '#db/database.ts'
import type { Seat as SeatState } from '#features/encounters/contract.ts'
import { lobbyClosesAt, lobbyOpensAt } from '#features/encounters/pairing/rules.ts'
import type { Env } from '#server/env.ts'
import { warn } from '#server/log.ts'
import type { AlarmHandlers, Schedule } from '#objects/platform/alarm-scheduler.ts'
import { isClosed } from '#server/switches.ts'
import { bookedAtMost, type BookResult, type DatesRecord } from '#features/encounters/dates/contract.ts'
import type { Booking, DatesAlarm, DateStore } from './date-store.ts'
import { nextReminderAt } from '#features/encounters/dates/server/reminder-times.ts'
import { findPairingProfile } from '#features/encounters/dates/server/pairing-profile.ts'
import type { Attendance, AttendanceChange } from './attendance.ts'
import type { WaitAlert } from './wait-alert.ts'
import type { Seat } from '../seat/seat.ts'
import type { SeatDevices } from '../seat/seat-events.ts'
import type { Notifications } from '../notifications/notifications.ts'

export type BookingsDeps = {
  ctx: Pick<DurableObjectState, 'waitUntil' | 'storage'>
  env: Env
  member: string
  store: DateStore
  seat: Pick<Seat, 'peek' | 'findOffer' | 'lastMetAt' | 'start' | 'withdraw'>
  notifications: Pick<Notifications, 'notify' | 'showDateOffer' | 'remind' | 'preferences' | 'directory' | 'push'>
  devices: Pick<SeatDevices, 'blindDate'>
  /** True while some device is connected. */
  isConnected: () => boolean
  alarms: Schedule<DatesAlarm>
}

/** Retry delay after a failed attempt to enter a lobby. */
const retryMs = 5_000

/**
 * A member's booked evenings, as a part of their hub. Each opens its lobby in time, lets the member into the queue as soon as
 * they are present and free, and closes. It owns the tables `bookings`, `attendance`, `wait_alert` and `past_dates`,
 * together with `Attendance`, `WaitAlert` and `SeatFollower`.
 */
export class Bookings {
  readonly #deps: BookingsDeps
  #attendance: Attendance | null = null
  readonly alarms: AlarmHandlers<DatesAlarm> = { 'blind-dates': () => this.#wake(Date.now()) }

  constructor(deps: BookingsDeps) {
    this.#deps = deps
  }

  /** A call by the member shows that they are present: an open lobby lets them in, even without a connection. */
  async read(): Promise<DatesRecord> {
    const { store, notifications } = this.#deps
    this.#noteAttendance('present')
    await this.#attend()
    return {
      booked: store.list().map(({ slot, state }) => ({ slot, state })),
      past: store.listPast(Date.now()),
      alert: { until: store.findWaitAlert()?.until ?? null, isPushOn: notifications.push.isWanted('blind-date') },
    }
  }

  async book(slot: number, languages: readonly string[]): Promise<BookResult> {
    const { store, devices } = this.#deps
    if (!store.find(slot)) {
      if (store.list().length >= bookedAtMost) return { ok: false, code: 'too-many' }
      store.add({ slot, languages, remindAt: nextReminderAt(slot, Date.now()) })
      this.#schedule()
      this.#noteAttendance('booked')
      devices.blindDate({ id: null, state: 'booked', until: toIso(slot) })
    }
    await this.#attend()
    return { ok: true }
  }

  async cancel(slot: number): Promise<void> {
    const wasBooked = this.#deps.store.remove(slot)
    if (wasBooked) this.#noteAttendance('cancelled')
    const hasWaited = await this.#withdrawFrom(slot)
    if (wasBooked && !hasWaited) this.#showEnd()
  }

  /** The member may no longer meet strangers, or may do so again, or looks for others. */
  review(): void {
    this.#noteAttendance('reviewed')
    this.reviewWaitAlert()
  }

  /** The member does not want to be notified of others any more, or waits now. */
  async endWaitAlert(): Promise<void> {
    if (this.#deps.store.findWaitAlert()) await (await this.waitAlert()).change(null)
  }

  /** A session has ended, or access to strangers. */
  reviewWaitAlert(): void {
    if (this.#deps.store.findWaitAlert()) this.#deps.ctx.waitUntil(this.waitAlert().then((alert) => alert.review()))
  }

  /** Loaded on demand: few ask for it. */
  async waitAlert(): Promise<WaitAlert> {
    const { WaitAlert: Loaded } = await import('./wait-alert.ts')
    return new Loaded({ ...this.#deps, findProfile: () => this.#findProfile() })
  }

  /** The account is purged: the member is no longer counted. */
  async end(): Promise<void> {
    await this.endWaitAlert()
    if (this.#hasAttendance) await (await this.#loadAttendance()).end()
  }

  get #hasAttendance(): boolean {
    return this.#deps.store.findAttendance() !== null || this.#deps.store.list().length > 0
  }

  #noteAttendance(change: AttendanceChange): void {
    if (this.#hasAttendance) this.#deps.ctx.waitUntil(this.#loadAttendance().then((attendance) => attendance.note(change)))
  }

  /** Loaded on demand: few hubs have bookings. */
  async #loadAttendance(): Promise<Attendance> {
    const { Attendance: Loaded } = await import('./attendance.ts')
    const { seat } = this.#deps
    const lastMetAt = () => seat.lastMetAt()
    return (this.#attendance ??= new Loaded({ ...this.#deps, lastMetAt, findProfile: () => this.#findProfile() }))
  }

  /** A connection has opened. */
  connectionsChanged(): void {
    if (this.#deps.store.findLobby()) this.#deps.ctx.waitUntil(this.#attend())
  }

  /** A device has joined the member's channel: show it a pending offer, too. */
  deviceJoined(): void {
    const { seat, notifications } = this.#deps
    const offer = seat.findOffer()
    if (offer) notifications.showDateOffer(offer)
  }

  async #wake(now: number): Promise<void> {
    this.#deps.store.prunePast(now)
    this.#schedule()
    await this.#openLobbies(now)
    await this.#closeLobbies(now)
    if (this.#deps.isConnected()) await this.#enterLobby()
    await this.#remind(now)
    if (this.#hasAttendance) await (await this.#loadAttendance()).wake()
    this.#schedule()
  }

  #schedule(): void {
    const at = this.#deps.store.dueAt()
    if (at !== null) this.#deps.alarms.schedule('blind-dates', at)
  }

  /** The member is present. Never rejects: the alarm repeats what fails. */
  async #attend(): Promise<void> {
    try {
      await this.#openLobbies(Date.now())
      await this.#enterLobby()
    } catch (error) {
      warn('blind-dates', error)
      this.#deps.alarms.schedule('blind-dates', Date.now() + retryMs)
    }
    this.#schedule()
  }

  async #openLobbies(now: number): Promise<void> {
    const due = this.#deps.store.list().filter(({ slot, state }) => state === 'booked' && lobbyOpensAt(slot) <= now)
    for (const booking of due) await this.#openLobby(booking, now)
  }

  async #openLobby({ slot }: Booking, now: number): Promise<void> {
    const { store, notifications, devices } = this.#deps
    if (lobbyClosesAt(slot) <= now) return void store.openLobby(slot)
    // Bookings outlast a pause, whether the member or reports caused it.
    if (!(await this.#findProfile())) return this.#giveUp(slot)
    if (!store.openLobby(slot)) return
    devices.blindDate({ id: null, state: 'lobby', until: toIso(slot) })
    notifications.notify({ id: `blind-date:${slot}`, kind: 'blind-date', slot })
  }

  async #enterLobby(): Promise<void> {
    const { store, seat } = this.#deps
    const lobby = store.findLobby()
    if (!lobby || lobbyClosesAt(lobby.slot) <= Date.now() || !isFreeFor(lobby.slot, seat.peek())) return
    const { slot, languages } = lobby
    const profile = await this.#findProfile()
    if (!profile) return this.#giveUp(slot)
    // Another call may have cancelled it in the meantime.
    if (!store.find(slot)) return
    await this.endWaitAlert()
    await seat.start({ kind: 'blind', languages, topics: [], slot, profile })
    if (!store.find(slot)) await this.#withdrawFrom(slot)
  }

  async #closeLobbies(now: number): Promise<void> {
    const over = this.#deps.store.list().filter(({ slot, state }) => state === 'lobby' && lobbyClosesAt(slot) <= now)
    for (const { slot } of over) await this.#closeLobby(slot, now)
  }

  async #closeLobby(slot: number, now: number): Promise<void> {
    const { store } = this.#deps
    const hasWaited = await this.#withdrawFrom(slot)
    const booking = store.find(slot)
    if (!booking) return
    store.remove(slot)
    store.addPast({ at: slot, outcome: booking.wasAlone ? 'alone' : 'missed', id: null }, now)
    if (!hasWaited) this.#showEnd()
  }

  async #remind(now: number): Promise<void> {
    if (!this.#deps.store.list().some(({ remindAt }) => remindAt !== null && remindAt <= now)) return
    const { Reminders } = await import('./reminders.ts')
    await new Reminders(this.#deps).send(now)
  }

  #giveUp(slot: number): void {
    if (!this.#deps.store.remove(slot)) return
    this.#noteAttendance('reviewed')
    this.#showEnd()
  }

  /** Ends the wait for that evening; true if there was one. */
  async #withdrawFrom(slot: number): Promise<boolean> {
    const { seat } = this.#deps
    if (!waitsFor(slot, seat.peek())) return false
    await seat.withdraw()
    return true
  }

  /** Null for a member who may not meet strangers now, and for everyone while operators have closed blind dates. */
  async #findProfile() {
    const { env, member } = this.#deps
    return (await isClosed(env, 'blind-dates')) ? null : findPairingProfile(openDatabase(env.DB), member)
  }

  #showEnd(): void {
    this.#deps.devices.blindDate({ id: null, state: 'ended', until: null })
  }
}

const toIso = (at: number) => new Date(at).toISOString()

const waitsFor = (slot: number, seat: SeatState) => seat.state === 'waiting' && seat.kind === 'blind' && seat.slot === slot

/** The lobby replaces an older wait. A newer wait was started by choice and stays. */
function isFreeFor(slot: number, seat: SeatState): boolean {
  if (seat.state === 'free') return true
  return seat.state === 'waiting' && !waitsFor(slot, seat) && seat.since < lobbyOpensAt(slot)
}
