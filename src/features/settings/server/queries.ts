import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { members, sessions } from '#db/schema.ts'
import type { AppearanceId } from '#shared/bootstrap.ts'

/** False when the session behind the request has ended. */
export async function saveAppearance(
  db: Database,
  session: { sub: string; sid: string },
  appearance: AppearanceId,
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
    .update(members)
    .set({ appearance, updatedAt: now })
    .where(and(eq(members.id, session.sub), sql`exists ${alive}`))
    .returning({ id: members.id })
  return saved.length > 0
}
