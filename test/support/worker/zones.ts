import { like } from 'drizzle-orm'
import { counters } from '#db/schema.ts'
import { quotaWindowStart } from '#shared/quota-day.ts'
import { db } from './members.ts'

/**
 * Two time zones: the quota's day of the second one began hours after that of the first. `between`: a time in the first zone's
 * day that is before the second zone's day.
 */
export function twoZones(now: number) {
  const offsets = Array.from({ length: 24 }, (_, index) => index - 12)
  const days = offsets
    .map((offset) => `Etc/GMT${offset < 0 ? '' : '+'}${offset}`)
    .map((zone) => ({ zone, start: quotaWindowStart(now, zone) }))
    .toSorted((a, b) => a.start - b.start)
  const [first, second] = [days[12], days[23]]
  if (!first || !second) throw new Error('There are 24 zones')
  return { first: first.zone, second: second.zone, between: second.start - 1 }
}

/** Moves to the reset of the previous time zone. */
export async function passOldReset(memberId: string): Promise<void> {
  await db
    .update(counters)
    .set({ expiresAt: 1 })
    .where(like(counters.key, `quota-day:${memberId}:%`))
}
