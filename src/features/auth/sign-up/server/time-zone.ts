import type { AppContext } from '#server/context.ts'
import { readCookie } from '#server/cookies.ts'
import { isTimeZone } from '#shared/time-zone.ts'

/** Where a visitor seems to be whose form does not say: the client's cookie, the edge's guess, else UTC. */
export function guessTimeZone(c: AppContext): string {
  const guesses = [readCookie(c, 'tz'), c.req.raw.cf?.timezone]
  return guesses.find((guess): guess is string => typeof guess === 'string' && isTimeZone(guess)) ?? 'UTC'
}
