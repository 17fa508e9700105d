/** The same day and time so many years later, or earlier if `years` is negative, in UTC. */
export function addYears(time: number, years: number): number {
  const date = new Date(time)
  return date.setUTCFullYear(date.getUTCFullYear() + years)
}
