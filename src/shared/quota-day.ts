import { wallClock, type WallTime } from './time-zone.ts'

/** The day of a quota ends at 04:00 in the member's stored time zone (product.md 'People'). */
const resetHour = 4
const hourMs = 60 * 60 * 1000
/** The longest window: a day on which clocks go back. */
export const longestWindowMs = 25 * hourMs

/**
 * Returns the start of the quota's day: the last time that clocks in `timeZone` showed 04:00 (product.md 'People'). If clocks
 * skip 04:00, the first moment after the jump counts.
 */
export function quotaWindowStart(now: number, timeZone: string): number {
  const read = wallClock(timeZone)
  const local = read(now)
  const today = resetOn(local, 0, read)
  return today <= now ? today : resetOn(local, -1, read)
}

/** Returns when the quota resets and new likes come, in ms. */
export function quotaResetsAt(now: number, timeZone: string): number {
  return quotaWindowStart(quotaWindowStart(now, timeZone) + 30 * hourMs, timeZone)
}

/** The window of a day cut short by a change of the time zone, until its own reset; nulls without one (ms). */
export type HeldWindow = { heldStart: number | null; heldUntil: number | null }

/** Returns the time since which use counts: a new time zone starts no new day before the old one is over. */
export function countedSince(now: number, timeZone: string, heldStart: number | null): number {
  const start = quotaWindowStart(now, timeZone)
  return heldStart === null ? start : Math.min(start, heldStart)
}

/** When a quota resets (ms), and the member's stored time zone, in which the reset is shown everywhere. */
export type QuotaReset = { resetsAt: number; timeZone: string }

/** The rest of a daily quota, and when it resets. */
export type DayQuota = QuotaReset & { left: number; limit: number }

/** Returns the rest of `limit`, given the times of recent use. */
export function quotaLeft(
  limit: number,
  usedAt: readonly number[],
  now: number,
  timeZone: string,
  { heldStart, heldUntil }: HeldWindow = { heldStart: null, heldUntil: null },
): DayQuota {
  const start = countedSince(now, timeZone, heldStart)
  const used = usedAt.filter((at) => at >= start).length
  return { left: Math.max(0, limit - used), limit, ...nextReset(now, timeZone, heldUntil) }
}

/**
 * Returns when the count starts from zero again: at the day's reset, or that of a day before a change of the time zone, whichever
 * is later.
 */
export function nextReset(now: number, timeZone: string, heldUntil: number | null): QuotaReset {
  return { resetsAt: Math.max(quotaResetsAt(now, timeZone), heldUntil ?? 0), timeZone }
}

/** Returns the instant at which clocks show 04:00 on that date, moved by `days`. */
function resetOn(local: WallTime, days: number, read: (instant: number) => WallTime): number {
  const wanted = Date.UTC(local.year, local.month - 1, local.day + days, resetHour)
  // The offset depends on the instant itself, so a first guess with a nearby offset is corrected once.
  const guess = wanted - offsetAt(wanted, read)
  const exact = wanted - offsetAt(guess, read)
  return read(exact).asUtc === wanted ? exact : Math.max(guess, exact)
}

function offsetAt(instant: number, read: (instant: number) => WallTime): number {
  return read(instant).asUtc - Math.floor(instant / 1000) * 1000
}
