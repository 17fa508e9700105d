import { and, eq, ne } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { holdWindowStatement } from '#db/held-window.ts'
import { members } from '#db/schema.ts'
import { attemptLimits, requireAttempt } from '#features/auth/session/server/public.ts'

/**
 * Saves a time zone. Throws 429 for the third change in a week; saving the present one again is no change. The running
 * day of quotas stays in force.
 */
export async function saveTimeZone(db: Database, memberId: string, timeZone: string, now: number): Promise<void> {
  const isOther = and(eq(members.id, memberId), ne(members.timeZone, timeZone))
  const [before] = await db.select({ timeZone: members.timeZone }).from(members).where(isOther)
  if (!before) return
  await requireAttempt(db, `time-zone:${memberId}`, attemptLimits.timeZone, now)
  await db.batch([
    holdWindowStatement(db, memberId, before.timeZone, now),
    db.update(members).set({ timeZone, updatedAt: now }).where(isOther),
  ])
}
