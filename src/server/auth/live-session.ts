import { and, eq, gt, isNull, sql, type SQL } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { sessions } from '#db/schema.ts'
import type { Session } from '../context.ts'

type SessionKey = Pick<Session, 'sub' | 'sid'> & Partial<Pick<Session, 'kind'>>

/** The condition on a row of `sessions`: the token's session and subject, neither revoked nor expired. */
export function isLive({ sub, sid, kind = 'member' }: SessionKey, now: number): SQL | undefined {
  return and(eq(sessions.id, sid), eq(sessions.subjectKind, kind), eq(sessions.subjectId, sub), isUnended(now))
}

/** The condition on a session: neither revoked nor expired. */
export function isUnended(now: number): SQL | undefined {
  return and(isNull(sessions.revokedAt), gt(sessions.expiresAt, now))
}

/** Selects a row while the session is live. For the condition of a write (`exists`), so that both are one statement. */
export function liveSession(db: Database, session: SessionKey, now: number) {
  return db
    .select({ one: sql`1` })
    .from(sessions)
    .where(isLive(session, now))
}
