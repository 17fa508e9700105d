import { eq, inArray, sql, type SQL } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { Database } from '#db/database.ts'
import { refreshTokens, sessions } from '#db/schema.ts'
import { refreshTokenMs, sessionLifetimeMs } from '#features/auth/contract.ts'
import { auditStatement, programActor } from '#features/audit/server/public.ts'
import type { Subject } from './access-token.ts'
import { memberViewerStatement, revokeSessionStatement } from '../queries.ts'

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

/** Adds a statement to the batch of a renewal. `member`: SQL of the id whose session that batch has renewed; null without one. */
export type BesideRenewal = (member: SQL) => BatchItem<'sqlite'>

/** `successorHashes`: of all that may have been issued for it; the first is the one to issue now. */
type Turn = { hash: string; successorHashes: readonly [string, ...string[]] }

/**
 * Reads a refresh token with its session, and those of its possible successors that were issued. If it is the current one of a session
 * that lives, by the rule of `judgeRefresh`, the same batch has renewed the session: the token is superseded, and the first successor is
 * issued. `viewerRows`: of the session's member afterwards. `besideRows`: of the statement that is sent along, if there is one.
 */
export async function turnRefreshToken(db: Database, { hash, successorHashes }: Turn, now: number, beside?: BesideRenewal) {
  const [successorHash] = successorHashes
  // Until the last write, which supersedes the token.
  const isCurrent = sql`exists (select 1 from ${refreshTokens} t join ${sessions} s on s.id = session_id
where hash = ${hash} and superseded_at is null and t.created_at > ${now - refreshTokenMs}
and revoked_at is null and expires_at > ${now} and s.created_at > ${now - sessionLifetimeMs})`
  const sid = sql`(select session_id from ${refreshTokens} where hash = ${hash})`
  // The writes above it have set the time, and no other renewal has this one.
  const renewed = sql`(select subject_id from ${sessions} where id = ${sid} and subject_kind = 'member' and seen_at = ${now}
and revoked_at is null)`
  const [rows, successors, , , , viewerRows, besideRows] = await db.batch([
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
    db.all(sql`insert into ${refreshTokens} (hash, session_id, created_at)
select ${successorHash}, ${sid}, ${now} where ${isCurrent} on conflict do nothing`),
    // `sessionEnd` in SQL.
    db.all(sql`update ${sessions} set seen_at = ${now}, expires_at = min(${now + refreshTokenMs}, created_at + ${sessionLifetimeMs})
where id = ${sid} and ${isCurrent}`),
    db.all(sql`update ${refreshTokens} set superseded_at = ${now} where hash = ${hash} and ${isCurrent}`),
    memberViewerStatement(db, sid, now),
    ...(beside ? [beside(renewed)] : []),
  ])
  return { found: rows[0] ? { ...rows[0], successors } : null, viewerRows, besideRows }
}
