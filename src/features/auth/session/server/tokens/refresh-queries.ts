import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { refreshTokens, sessions } from '#db/schema.ts'
import { auditStatement, programActor } from '#features/audit/server/public.ts'
import type { Subject } from './access-token.ts'
import { findViewerStatement, revokeSessionStatement } from '../queries.ts'

/**
 * Ends a session whose refresh token was reused too late, and writes an audit entry. False if another request has just done so,
 * or if there is no member to notify.
 */
export async function revokeReusedSession(db: Database, { sid, sub, kind }: Subject, now: number): Promise<boolean> {
  const revoke = revokeSessionStatement(db, sid, now)
  if (kind === 'registration') {
    await revoke
    return false
  }
  const isLive = sql`exists (select 1 from ${sessions} where id = ${sid} and revoked_at is null)`
  const entry = { actorId: programActor, action: 'session.token-reused', subjectKind: 'member', subjectId: sub } as const
  // The audit entry comes first in the batch: it is written only while the session is still live.
  const [entries] = await db.batch([auditStatement(db, entry, now, isLive), revoke])
  return entries.length > 0
}

/** A refresh token with its session, and those of its possible successors that were issued. */
export async function findRefreshToken(db: Database, hash: string, successorHashes: readonly string[]) {
  const [rows, successors] = await db.batch([
    db
      .select({
        sid: sessions.id,
        sub: sessions.subjectId,
        kind: sessions.subjectKind,
        userAgent: sessions.userAgent,
        createdAt: refreshTokens.createdAt,
        supersededAt: refreshTokens.supersededAt,
        revokedAt: sessions.revokedAt,
        // The alias is needed: rows of a batch are keyed by column name, and both tables have this one.
        sessionCreatedAt: sql<number>`${sessions.createdAt}`.as('session_created_at'),
        sessionExpiresAt: sessions.expiresAt,
      })
      .from(refreshTokens)
      .innerJoin(sessions, eq(sessions.id, refreshTokens.sessionId))
      .where(eq(refreshTokens.hash, hash)),
    db
      .select({ hash: refreshTokens.hash, supersededAt: refreshTokens.supersededAt })
      .from(refreshTokens)
      .where(inArray(refreshTokens.hash, [...successorHashes])),
  ])
  return rows[0] ? { ...rows[0], successors } : null
}

/** Every statement may run twice: parallel refreshes write the same successor. Returns the rows of the viewer, as renewed. */
export async function supersedeRefreshToken(
  db: Database,
  turn: { subject: Subject; hash: string; successorHash: string; expiresAt: number },
  now: number,
): Promise<unknown> {
  const { sid } = turn.subject
  const [, , , viewer] = await db.batch([
    db
      .update(refreshTokens)
      .set({ supersededAt: now })
      .where(and(eq(refreshTokens.hash, turn.hash), isNull(refreshTokens.supersededAt))),
    db.insert(refreshTokens).values({ hash: turn.successorHash, sessionId: sid, createdAt: now }).onConflictDoNothing(),
    db
      .update(sessions)
      .set({ seenAt: now, expiresAt: turn.expiresAt })
      .where(and(eq(sessions.id, sid), isNull(sessions.revokedAt))),
    findViewerStatement(db, turn.subject, now),
  ])
  return viewer
}
