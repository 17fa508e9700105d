import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { opsIdleKey, opsPagesLimits } from '#db/predicates/ops-pages-open.ts'
import { counters, sessions, type FactorKind } from '#db/schema.ts'

/** Opens the pages after a second factor of this kind was given, until `areOpsPagesOpenSql` is false. */
export async function openPages(db: Database, sid: string, factorKind: FactorKind, now: number): Promise<void> {
  await db.batch([
    db
      .update(sessions)
      .set({ factorAt: now, factorKind })
      .where(and(eq(sessions.id, sid), isNull(sessions.revokedAt))),
    idleStatement(db, sid, now),
  ])
}

/** Extends the idle limit with each request. It opens nothing: if the pages were locked meanwhile, they stay locked. */
export async function extendOpsSession(db: Database, sid: string, now: number): Promise<void> {
  await idleStatement(db, sid, now)
}

function idleStatement(db: Database, sid: string, now: number) {
  return db
    .insert(counters)
    .values({ key: opsIdleKey(sid), count: 1, expiresAt: now + opsPagesLimits.idleMs })
    .onConflictDoUpdate({ target: counters.key, set: { expiresAt: sql`excluded.expires_at` } })
}

/** Locks the pages at once for every browser with this session. */
export async function lockPages(db: Database, sid: string): Promise<void> {
  await db.batch([
    db.update(sessions).set({ factorAt: null, factorKind: null }).where(eq(sessions.id, sid)),
    db.delete(counters).where(eq(counters.key, opsIdleKey(sid))),
  ])
}
