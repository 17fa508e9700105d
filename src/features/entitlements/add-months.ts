/** Day of the month in UTC. */
export const dayOf = (at: number): number => new Date(at).getUTCDate()

/**
 * The same time in a later month (UTC), on its day `day` or, if it has no such day, on its last. `day` is that of `at`, unless
 * `at` was itself computed in a shorter month.
 */
export function addMonths(at: number, months: number, day: number = dayOf(at)): number {
  const date = new Date(at)
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() + months)
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  date.setUTCDate(Math.min(day, lastDay))
  return date.getTime()
}
