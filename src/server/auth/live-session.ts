import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { sessions } from '#db/schema.ts'

/** A row while the session is alive. For the condition of a write (`exists`), so that both are one statement. */
export function liveSession(db: Database, session: { sub: string; sid: string }, now: number) {
  return db
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
}
