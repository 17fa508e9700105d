import { and, eq, ne } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { members, profiles } from '#db/schema.ts'
import type { AppearanceId } from '#shared/bootstrap.ts'
import { hiddenActivitySql } from '#features/profile/server/public.ts'
import type { PrivacyView } from '#features/settings/contract.ts'
import { holdWindowStatement } from '#db/held-window.ts'
import { attemptLimits, requireAttempt } from '#server/limits/attempts.ts'

export async function saveAppearance(db: Database, memberId: string, appearance: AppearanceId, now: number): Promise<void> {
  await db.update(members).set({ appearance, updatedAt: now }).where(eq(members.id, memberId))
}

/** Selects the stored time zone, for a page's batch. */
export function timeZoneStatement(db: Database, memberId: string) {
  return db.select({ timeZone: members.timeZone }).from(members).where(eq(members.id, memberId))
}

/** Selects the privacy settings, for a page's batch. */
export function privacyStatement(db: Database, memberId: string) {
  return db
    .select({ showsOnline: profiles.showsOnline, browsesInvisibly: profiles.browsesInvisibly })
    .from(profiles)
    .where(eq(profiles.memberId, memberId))
}

/** Saves the privacy settings. Hiding the online dot also hides the time of the last activity. */
export async function savePrivacy(db: Database, memberId: string, privacy: PrivacyView, now: number): Promise<void> {
  await db
    .update(profiles)
    .set({ ...privacy, ...(privacy.showsOnline ? {} : { activeAt: hiddenActivitySql }), updatedAt: now })
    .where(eq(profiles.memberId, memberId))
}

/**
 * Saves a time zone. Throws 429 for the third change in a week; saving the current one again is not a change. The current day of
 * quotas stays in force.
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
