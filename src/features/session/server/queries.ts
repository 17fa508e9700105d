import { and, desc, eq, gt, inArray, isNull, sql } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { members, profiles, refreshTokens, registrations, sessions } from '#db/schema.ts'
import { portraitSql } from '#features/photos/server/public.ts'
import { refreshTokenMs } from '#features/session/contract.ts'
import type { Subject } from './access-token.ts'

/**
 * The viewer's row, only while their session is alive: not revoked, not expired, and still of this subject. One select
 * to be sent in a page's batch; never awaited by itself, because a query that is awaited runs.
 */
export function findViewerStatement(db: Database, session: Subject, now: number) {
  return session.kind === 'member' ? findMemberViewer(db, session, now) : findRegistrationViewer(db, session, now)
}

function isLive(session: Subject, now: number) {
  return and(
    eq(sessions.id, session.sid),
    eq(sessions.subjectId, session.sub),
    eq(sessions.subjectKind, session.kind),
    isNull(sessions.revokedAt),
    gt(sessions.expiresAt, now),
  )
}

function findMemberViewer(db: Database, session: Subject, now: number) {
  return db
    .select({
      id: members.id,
      state: members.state,
      firstName: members.firstName,
      avatar: portraitSql().as('portrait'),
      appearance: members.appearance,
      activeAt: profiles.activeAt,
      showsOnline: profiles.showsOnline,
    })
    .from(sessions)
    .innerJoin(members, eq(members.id, sessions.subjectId))
    .leftJoin(profiles, eq(profiles.memberId, members.id))
    .where(isLive(session, now))
}

function findRegistrationViewer(db: Database, session: Subject, now: number) {
  return db
    .select({
      id: registrations.id,
      state: sql<'unverified'>`'unverified'`.as('state'),
      firstName: registrations.firstName,
      avatar: sql<null>`null`.as('avatar'),
      appearance: sql<1>`1`.as('appearance'),
      activeAt: sql<null>`null`.as('active_at'),
      showsOnline: sql<null>`null`.as('shows_online'),
    })
    .from(sessions)
    .innerJoin(registrations, eq(registrations.id, sessions.subjectId))
    .where(and(isLive(session, now), gt(registrations.expiresAt, now)))
}

/** The state that a member is in now, whatever their token was issued for. */
export async function findMemberState(db: Database, memberId: string) {
  const [row] = await db.select({ state: members.state }).from(members).where(eq(members.id, memberId))
  return row?.state ?? null
}

/** The same with whether presence may show; for a connection that opens. */
export async function findMemberStanding(db: Database, memberId: string) {
  const [row] = await db
    .select({ state: members.state, showsOnline: profiles.showsOnline })
    .from(members)
    .leftJoin(profiles, eq(profiles.memberId, members.id))
    .where(eq(members.id, memberId))
  return row ?? null
}

/** All that an address may sign in to: its account, and its newest pending registration (a decoy looks the same). */
export async function findCredentials(db: Database, email: string, now: number) {
  const [accounts, pending] = await db.batch([
    db
      .select({
        id: members.id,
        passwordHash: members.passwordHash,
        state: members.state,
        firstName: members.firstName,
        locale: members.locale,
      })
      .from(members)
      .where(eq(members.email, email)),
    db
      .select({ id: registrations.id, passwordHash: registrations.passwordHash })
      .from(registrations)
      .where(and(eq(registrations.email, email), gt(registrations.expiresAt, now)))
      .orderBy(desc(registrations.createdAt), desc(registrations.id))
      .limit(1),
  ])
  return { account: accounts[0] ?? null, pending: pending[0] ?? null }
}

export type NewSession = Subject & { refreshHash: string; userAgent: string; replaces: string | null }

/** Stores a session with its first refresh token, and ends the one that this browser had before. */
export async function insertSession(db: Database, session: NewSession, now: number): Promise<void> {
  const { sid, sub, kind, refreshHash, userAgent, replaces } = session
  const row = {
    id: sid,
    subjectKind: kind,
    subjectId: sub,
    createdAt: now,
    seenAt: now,
    expiresAt: now + refreshTokenMs,
    userAgent,
    confirmedAt: now,
  }
  await db.batch([
    db.insert(sessions).values(row),
    db.insert(refreshTokens).values({ hash: refreshHash, sessionId: sid, createdAt: now }),
    ...(replaces === null ? [] : [revokeSessionStatement(db, replaces, now)]),
  ])
}

/** It also expires with that, so that the sweep takes it away. */
export function revokeSessionStatement(db: Database, sid: string, now: number) {
  return db
    .update(sessions)
    .set({ revokedAt: now, expiresAt: now })
    .where(and(eq(sessions.id, sid), isNull(sessions.revokedAt)))
}

export async function findRefreshToken(db: Database, hash: string) {
  const [row] = await db
    .select({
      sid: sessions.id,
      sub: sessions.subjectId,
      kind: sessions.subjectKind,
      createdAt: refreshTokens.createdAt,
      supersededAt: refreshTokens.supersededAt,
      revokedAt: sessions.revokedAt,
      sessionExpiresAt: sessions.expiresAt,
    })
    .from(refreshTokens)
    .innerJoin(sessions, eq(sessions.id, refreshTokens.sessionId))
    .where(eq(refreshTokens.hash, hash))
  return row ?? null
}

/** Which of these tokens exist, by hash. */
export async function listKnownRefreshHashes(db: Database, hashes: readonly string[]): Promise<string[]> {
  const rows = await db
    .select({ hash: refreshTokens.hash })
    .from(refreshTokens)
    .where(inArray(refreshTokens.hash, [...hashes]))
  return rows.map((row) => row.hash)
}

/** Every statement may run twice: requests that refresh together write the same successor. */
export async function supersedeRefreshToken(
  db: Database,
  turn: { sid: string; hash: string; successorHash: string },
  now: number,
): Promise<void> {
  await db.batch([
    db
      .update(refreshTokens)
      .set({ supersededAt: now })
      .where(and(eq(refreshTokens.hash, turn.hash), isNull(refreshTokens.supersededAt))),
    db.insert(refreshTokens).values({ hash: turn.successorHash, sessionId: turn.sid, createdAt: now }).onConflictDoNothing(),
    db
      .update(sessions)
      .set({ seenAt: now, expiresAt: now + refreshTokenMs })
      .where(and(eq(sessions.id, turn.sid), isNull(sessions.revokedAt))),
  ])
}

/** Replaces a password's hash by another of the same password, unless somebody has changed the password meanwhile. */
export async function replacePasswordHash(db: Database, memberId: string, from: string, to: string): Promise<void> {
  await db
    .update(members)
    .set({ passwordHash: to })
    .where(and(eq(members.id, memberId), eq(members.passwordHash, from)))
}
