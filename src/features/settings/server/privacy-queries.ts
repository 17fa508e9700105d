import { and, eq, sql } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { profiles } from '#db/schema.ts'
import { liveSession } from '#server/auth/live-session.ts'
import { hiddenActivitySql } from '#features/profile/server/public.ts'
import type { PrivacyView } from '#features/settings/contract.ts'

/** For a page's batch. */
export function privacyStatement(db: Database, memberId: string) {
  return db
    .select({ showsOnline: profiles.showsOnline, browsesInvisibly: profiles.browsesInvisibly })
    .from(profiles)
    .where(eq(profiles.memberId, memberId))
}

/** Who hides their online dot hides when they were last here, too. False when the session behind the request has ended. */
export async function savePrivacy(
  db: Database,
  session: { sub: string; sid: string },
  privacy: PrivacyView,
  now: number,
): Promise<boolean> {
  const alive = liveSession(db, session, now)
  const saved = await db
    .update(profiles)
    .set({ ...privacy, ...(privacy.showsOnline ? {} : { activeAt: hiddenActivitySql }), updatedAt: now })
    .where(and(eq(profiles.memberId, session.sub), sql`exists ${alive}`))
    .returning({ id: profiles.memberId })
  return saved.length > 0
}
