import { wallClock } from '#shared/time-zone.ts'

const instantPattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::00(?:\.000)?)?Z$/
/** What a field of type `datetime-local` sends. */
const localPattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/
const dayMs = 24 * 60 * 60_000

/**
 * Reads an offered time, in ms: an ISO instant in UTC, as scripts send it, or what a form without a script sends, by the clocks of
 * `timeZone`. Null for anything else, and for a date that does not exist. Of an hour that clocks show twice it is the first; in one
 * that they skip, the time moves by what was skipped.
 */
export function readTypedTime(typed: string, timeZone: string): number | null {
  if (instantPattern.test(typed)) return readExact(typed)
  if (!localPattern.test(typed)) return null
  const wanted = readExact(`${typed}Z`)
  if (wanted === null) return null
  const read = wallClock(timeZone)
  // A day on either side, no zone is still in another change of its clocks.
  const instants = [wanted - dayMs, wanted + dayMs].map((near) => wanted - (read(near).asUtc - near))
  const shown = instants.filter((instant) => read(instant).asUtc === wanted)
  return shown.length > 0 ? Math.min(...shown) : Math.max(...instants)
}

/** `Date.parse` takes the 30th of February for a day in March. */
function readExact(typed: string): number | null {
  const instant = Date.parse(typed)
  return Number.isNaN(instant) || !new Date(instant).toISOString().startsWith(typed.slice(0, 16)) ? null : instant
}
