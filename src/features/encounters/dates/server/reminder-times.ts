const hourMs = 60 * 60_000

/** How long before a booked evening an email reminds the member. */
const remindersMs: readonly number[] = [24 * hourMs, hourMs]
/** Evenings last from 17:00 to midnight: dates within this time share their reminders. */
export const eveningMs = 7 * hourMs

/** Returns when the next reminder of a slot is due, after `now` (ms); null if none is left. */
export function nextReminderAt(slot: number, now: number): number | null {
  return remindersMs.map((before) => slot - before).find((at) => at > now) ?? null
}
