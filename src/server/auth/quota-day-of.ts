import { countedSince, nextReset, type QuotaReset } from '#shared/quota-day.ts'
import type { Member } from '../context.ts'

/** The start of a member's day for counting quotas, and its reset: by the stored time zone, never by one that the browser sends. */
export function quotaDayOf({ timeZone, held }: Member, now: number): { since: number; reset: QuotaReset } {
  return { since: countedSince(now, timeZone, held.heldStart), reset: nextReset(now, timeZone, held.heldUntil) }
}
