import { eq } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { profiles } from '#db/schema.ts'
import { hiddenActivitySql } from '#features/profile/server/public.ts'
import type { PrivacyView } from '#features/settings/contract.ts'

/** Selects the privacy settings, for a page's batch. */
export function privacyStatement(db: Database, memberId: string) {
  return db
    .select({ showsOnline: profiles.showsOnline, browsesInvisibly: profiles.browsesInvisibly })
    .from(profiles)
    .where(eq(profiles.memberId, memberId))
}

/** Saves them. Hiding the online dot also hides the time of the last activity. */
export async function savePrivacy(db: Database, memberId: string, privacy: PrivacyView, now: number): Promise<void> {
  await db
    .update(profiles)
    .set({ ...privacy, ...(privacy.showsOnline ? {} : { activeAt: hiddenActivitySql }), updatedAt: now })
    .where(eq(profiles.memberId, memberId))
}
