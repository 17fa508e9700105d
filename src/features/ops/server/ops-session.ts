import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { factorIdleKey, factorLimits } from '#db/open-factor.ts'
import { counters, sessions } from '#db/schema.ts'

/** The session's second factor was given just now: the pages open, until `hasFactorSql` says no. */
export async function openPages(db: Database, sid: string, now: number): Promise<void> {
  await db.batch([
    db
      .update(sessions)
      .set({ factorAt: now })
      .where(and(eq(sessions.id, sid), isNull(sessions.revokedAt))),
    idleStatement(db, sid, now),
  ])
}

/** Each request moves the idle end. It opens nothing: a lock in the meantime stands. */
export async function extendOpsSession(db: Database, sid: string, now: number): Promise<void> {
  await idleStatement(db, sid, now)
}

function idleStatement(db: Database, sid: string, now: number) {
  return db
    .insert(counters)
    .values({ key: factorIdleKey(sid), count: 1, expiresAt: now + factorLimits.idleMs })
    .onConflictDoUpdate({ target: counters.key, set: { expiresAt: sql`excluded.expires_at` } })
}

/** Ends it at once for every browser that holds this session. */
export async function lockPages(db: Database, sid: string): Promise<void> {
  await db.batch([
    db.update(sessions).set({ factorAt: null }).where(eq(sessions.id, sid)),
    db.delete(counters).where(eq(counters.key, factorIdleKey(sid))),
  ])
}
