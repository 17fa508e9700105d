import { and, eq, sql } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { members } from '#db/schema.ts'
import { liveSession } from '#server/auth/live-session.ts'
import type { AppearanceId } from '#shared/bootstrap.ts'

/** False when the session behind the request has ended. */
export async function saveAppearance(
  db: Database,
  session: { sub: string; sid: string },
  appearance: AppearanceId,
  now: number,
): Promise<boolean> {
  const alive = liveSession(db, session, now)
  const saved = await db
    .update(members)
    .set({ appearance, updatedAt: now })
    .where(and(eq(members.id, session.sub), sql`exists ${alive}`))
    .returning({ id: members.id })
  return saved.length > 0
}
