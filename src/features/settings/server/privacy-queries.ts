import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { profiles, sessions } from '#db/schema.ts'
import type { PrivacyView } from '#features/settings/contract.ts'

/** For a page's batch. */
export function privacyStatement(db: Database, memberId: string) {
  return db
    .select({ showsOnline: profiles.showsOnline, browsesInvisibly: profiles.browsesInvisibly })
    .from(profiles)
    .where(eq(profiles.memberId, memberId))
}

/** False when the session behind the request has ended. */
export async function savePrivacy(
  db: Database,
  session: { sub: string; sid: string },
  privacy: PrivacyView,
  now: number,
): Promise<boolean> {
  const alive = db
    .select({ one: sql`1` })
    .from(sessions)
    .where(
      and(
        eq(sessions.id, session.sid),
        eq(sessions.subjectId, session.sub),
        isNull(sessions.revokedAt),
        gt(sessions.expiresAt, now),
      ),
    )
  const saved = await db
    .update(profiles)
    .set({ ...privacy, updatedAt: now })
    .where(and(eq(profiles.memberId, session.sub), sql`exists ${alive}`))
    .returning({ id: profiles.memberId })
  return saved.length > 0
}
