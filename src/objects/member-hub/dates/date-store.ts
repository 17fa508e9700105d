import { lobbyClosesAt, lobbyOpensAt } from '#features/encounters/pairing/rules.ts'
import type { BookedDate, PastDate } from '#features/encounters/dates/contract.ts'

/** `wasAlone`: the member has waited there, and found no partner. `remindAt`: when the next email about it is due (ms). */
export type Booking = BookedDate & { languages: readonly string[]; wasAlone: boolean; remindAt: number | null }

type BookingRow = {
  slot: number
  state: BookedDate['state']
  languages: string
  was_alone: 0 | 1
  remind_at: number | null
}

/** The alarm that does what `DateStore.dueAt` names. */
export type DatesAlarm = 'blind-dates'

/** How long the outcome of an evening or a date can be seen: as long as the date itself (`encounterKeptMs`). */
const pastKeptMs = 24 * 60 * 60_000

/** The SQL of a member's blind dates: tables `bookings`, `attendance`, `wait_alert` and `past_dates` of the hub (member-hub's schema.ts). */
export class DateStore {
  readonly #sql: SqlStorage

  constructor(sql: SqlStorage) {
    this.#sql = sql
  }

  /** The earliest first. */
  list(): Booking[] {
    return this.#select('ORDER BY slot')
  }

  find(slot: number): Booking | null {
    return this.#select('WHERE slot = ?', slot)[0] ?? null
  }

  /** The evening whose lobby is open; lobbies are shorter than the time between two slots. */
  findLobby(): Booking | null {
    return this.#select("WHERE state = 'lobby' ORDER BY slot")[0] ?? null
  }

  #select(rest: string, ...values: number[]): Booking[] {
    return this.#sql
      .exec<BookingRow>(
        `SELECT slot, state, COALESCE(languages, language) AS languages, was_alone, remind_at FROM bookings ${rest}`,
        ...values,
      )
      .toArray()
      .map(({ languages, was_alone: wasAlone, remind_at: remindAt, ...row }) => ({
        ...row,
        languages: languages.split(','),
        wasAlone: wasAlone === 1,
        remindAt,
      }))
  }

  /** `language` is all that the version before reads: the best one. */
  add({ slot, languages, remindAt }: Pick<Booking, 'slot' | 'languages' | 'remindAt'>): void {
    this.#sql.exec(
      "INSERT INTO bookings (slot, language, languages, state, remind_at) VALUES (?, ?, ?, 'booked', ?)",
      slot,
      languages[0] ?? '',
      languages.join(),
      remindAt,
    )
  }

  setReminder(slot: number, at: number | null): void {
    this.#sql.exec('UPDATE bookings SET remind_at = ? WHERE slot = ?', at, slot)
  }

  /** True if there was such a booking. */
  remove(slot: number): boolean {
    return this.#sql.exec('DELETE FROM bookings WHERE slot = ?', slot).rowsWritten > 0
  }

  /** False if the booking no longer exists, or its lobby is already open. */
  openLobby(slot: number): boolean {
    return this.#sql.exec("UPDATE bookings SET state = 'lobby' WHERE slot = ? AND state = 'booked'", slot).rowsWritten > 0
  }

  /** True if there is such a booking. */
  markAlone(slot: number): boolean {
    return this.#sql.exec('UPDATE bookings SET was_alone = 1 WHERE slot = ?', slot).rowsWritten > 0
  }

  listPast(now: number): PastDate[] {
    return this.#sql.exec<PastDate>('SELECT at, outcome, id FROM past_dates WHERE until > ? ORDER BY at, until', now).toArray()
  }

  /** One row per date, and one per evening without a date. */
  addPast({ at, outcome, id }: PastDate, now: number): void {
    this.#sql.exec(
      'INSERT OR REPLACE INTO past_dates (name, at, outcome, id, until) VALUES (?, ?, ?, ?, ?)',
      id ?? `slot:${at}`,
      at,
      outcome,
      id,
      now + pastKeptMs,
    )
  }

  prunePast(now: number): void {
    this.#sql.exec('DELETE FROM past_dates WHERE until <= ?', now)
    this.#sql.exec('DELETE FROM wait_alert WHERE until <= ?', now)
  }

  /** When the next report about the bookings is due, and the matchmaker that has the last one. Null for a member without any. */
  findAttendance(): { queue: string | null; dueAt: number } | null {
    const rows = this.#sql.exec<{ queue: string | null; dueAt: number }>('SELECT queue, due_at AS dueAt FROM attendance')
    return rows.toArray()[0] ?? null
  }

  /** Until when (ms) the member wants to be notified of someone who waits, and the matchmaker that notifies. Null if not. */
  findWaitAlert(): { queue: string; until: number } | null {
    return (
      this.#sql
        .exec<{ queue: string; until: number }>('SELECT queue, until FROM wait_alert WHERE until > ?', Date.now())
        .toArray()[0] ?? null
    )
  }

  /** The next time (ms) at which something is due, or null. */
  dueAt(): number | null {
    const { until } = this.#sql.exec<{ until: number | null }>('SELECT MIN(until) AS until FROM past_dates').one()
    const bookings = this.list().flatMap(({ slot, state, remindAt }) => [
      state === 'booked' ? lobbyOpensAt(slot) : lobbyClosesAt(slot),
      remindAt,
    ])
    const times = [...bookings, until, this.findAttendance()?.dueAt ?? null, this.findWaitAlert()?.until ?? null].filter(
      (time) => time !== null,
    )
    return times.length === 0 ? null : Math.min(...times)
  }
}
