import type { AppContext } from '#server/context.ts'
import { readCookie } from '#server/cookies.ts'
import { isTimeZone } from '#shared/time-zone.ts'

/** Guesses the time zone of a visitor whose form has none: the client's cookie, the edge's guess, else UTC. */
export function guessTimeZone(c: AppContext): string {
  const guesses = [readCookie(c, 'tz'), c.req.raw.cf?.timezone]
  return guesses.find((guess): guess is string => typeof guess === 'string' && isTimeZone(guess)) ?? 'UTC'
}
