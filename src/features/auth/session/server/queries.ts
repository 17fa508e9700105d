import { and, desc, eq, gt, isNull, lt, ne, not, sql, type SQL } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { isDeletedSql, ownStateSql } from '#db/predicates/own-state.ts'
import { consents, knownDevices, members, profiles, refreshTokens, registrations, sessions } from '#db/schema.ts'
import { signInsBeforePasskey } from '#features/auth/contract.ts'
import { isLive, isUnended } from '#server/auth/live-session.ts'
import { sessionEnd } from '../rules.ts'
import { isPasskeyOfferedSql } from './passkeys/queries.ts'
import type { Subject } from './tokens/access-token.ts'
import { portraitSql } from '#db/predicates/photos.ts'

/**
 * Selects the viewer's row while their session is live: not revoked, not expired, and still of this subject. One select to be
 * sent in a page's batch; never awaited by itself, because awaiting a query runs it.
 */
export function findViewerStatement(db: Database, session: Subject, now: number) {
  return session.kind === 'member' ? findMemberViewer(db, session, now) : findRegistrationViewer(db, session, now)
}

/** Also selects what only pages need: each consent with its version, whether a passkey is offered, and `peopleRevision`. */
export function findPageViewerStatement(db: Database, session: Subject, now: number) {
  if (session.kind === 'registration') return findRegistrationViewer(db, session, now)
  const agreed = sql<string>`(select json_group_array(kind || ' ' || version) from ${consents}
    where subject_kind = 'member' and subject_id = ${members.id})`.as('agreed')
  const peopleRevision = sql<number>`${members.peopleRevision}`.as('people_revision')
  return findMemberViewer(db, session, now, { agreed, offersPasskey: isPasskeyOfferedSql.as('offers_passkey'), peopleRevision })
}

function findMemberViewer(db: Database, session: Subject, now: number, more: Record<string, SQL.Aliased> = {}) {
  return memberViewers(db, more).where(isLive(session, now))
}

/** The same by a session's id alone. No row for a registration. */
export function memberViewerStatement(db: Database, sid: SQL, now: number) {
  return memberViewers(db).where(and(eq(sessions.id, sid), eq(sessions.subjectKind, 'member'), isUnended(now)))
}

function memberViewers(db: Database, more: Record<string, SQL.Aliased> = {}) {
  return db
    .select({
      id: members.id,
      state: ownStateSql().as('own_state'),
      firstName: members.firstName,
      avatar: portraitSql().as('portrait'),
      appearance: members.appearance,
      activeAt: profiles.activeAt,
      showsOnline: profiles.showsOnline,
      ...more,
    })
    .from(sessions)
    .innerJoin(members, eq(members.id, sessions.subjectId))
    .leftJoin(profiles, eq(profiles.memberId, members.id))
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

/** Returns a member's current state, whatever their token was issued for. */
export async function findMemberState(db: Database, memberId: string) {
  const [row] = await db
    .select({ state: ownStateSql().as('own_state') })
    .from(members)
    .where(eq(members.id, memberId))
  return row?.state ?? null
}

/** Returns the hash with which a member's password is compared; '' if they have none. */
export async function findPasswordHash(db: Database, memberId: string): Promise<string> {
  const [row] = await db.select({ passwordHash: members.passwordHash }).from(members).where(eq(members.id, memberId))
  return row?.passwordHash ?? ''
}

/** Also returns whether presence may be shown; for a connection that opens. */
export async function findAccountStatus(db: Database, memberId: string) {
  const [row] = await db
    .select({ state: ownStateSql().as('own_state'), showsOnline: profiles.showsOnline })
    .from(members)
    .leftJoin(profiles, eq(profiles.memberId, members.id))
    .where(eq(members.id, memberId))
  return row ?? null
}

/** Returns what an address may sign in to: its account, and its newest pending registration (a decoy looks the same). */
export async function findCredentials(db: Database, email: string, now: number) {
  const [accounts, pending] = await db.batch(credentialStatements(db, email, now))
  return { account: accounts[0] ?? null, pending: pending[0] ?? null }
}

/** More browsers than anyone uses; those unused for longest are ignored. */
const countedDevices = 200

/** Also returns the hashes of the browsers that the account knows: one batch, whether there is an account or not. */
export async function findCredentialsWithDevices(db: Database, email: string, now: number) {
  const [accounts, pending, devices] = await db.batch([
    ...credentialStatements(db, email, now),
    db
      .select({ hash: knownDevices.deviceHash })
      .from(knownDevices)
      .innerJoin(members, eq(members.id, knownDevices.memberId))
      .where(eq(members.email, email))
      .orderBy(desc(knownDevices.lastSeenAt))
      .limit(countedDevices),
  ])
  return { account: accounts[0] ?? null, pending: pending[0] ?? null, devices: devices.map(({ hash }) => hash) }
}

function credentialStatements(db: Database, email: string, now: number) {
  return [
    db
      .select({
        id: members.id,
        passwordHash: members.passwordHash,
        state: ownStateSql().as('own_state'),
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
  ] as const
}

/** Selects the member unless the account is deleted: a deleted one gets no security notices. */
export function existingMemberStatement(db: Database, memberId: string) {
  return db
    .select({ id: members.id })
    .from(members)
    .where(and(eq(members.id, memberId), ne(members.state, 'deleted'), not(isDeletedSql(sql`${members.id}`))))
}

export type NewSession = Subject & { refreshHash: string; userAgent: string; replaces: string | null; passkeyId: string | null }

/** Stores a session with its first refresh token, and ends the browser's previous one. */
export async function insertSession(db: Database, session: NewSession, now: number): Promise<void> {
  const { sid, sub, kind, refreshHash, userAgent, replaces, passkeyId } = session
  const row = {
    id: sid,
    subjectKind: kind,
    subjectId: sub,
    createdAt: now,
    seenAt: now,
    expiresAt: sessionEnd(now, now),
    userAgent,
    confirmedAt: passkeyId === null ? now : null,
    passkeyId,
  }
  await db.batch([
    db.insert(sessions).values(row),
    db.insert(refreshTokens).values({ hash: refreshHash, sessionId: sid, createdAt: now }),
    ...(replaces === null ? [] : [revokeSessionStatement(db, replaces, now)]),
    ...(kind === 'member' ? [countSignInStatement(db, sub)] : []),
  ])
}

/** Counts as far as the offer of a passkey needs. */
function countSignInStatement(db: Database, memberId: string) {
  return db
    .update(members)
    .set({ signIns: sql`${members.signIns} + 1` })
    .where(and(eq(members.id, memberId), lt(members.signIns, signInsBeforePasskey)))
}

/** Marks a session as just confirmed by its owner; one that has ended does not change. */
export async function confirmSession(db: Database, sid: string, now: number): Promise<void> {
  await db
    .update(sessions)
    .set({ confirmedAt: now })
    .where(and(eq(sessions.id, sid), isNull(sessions.revokedAt)))
}

/** A revoked session also expires, so that the cleanup removes it. */
export function revokeSessionStatement(db: Database, sid: string, now: number) {
  return db
    .update(sessions)
    .set({ revokedAt: now, expiresAt: now })
    .where(and(eq(sessions.id, sid), isNull(sessions.revokedAt)))
}

/** Replaces a password's hash by another one of the same password, unless the password was changed meanwhile. */
export async function replacePasswordHash(db: Database, memberId: string, from: string, to: string): Promise<void> {
  await db
    .update(members)
    .set({ passwordHash: to })
    .where(and(eq(members.id, memberId), eq(members.passwordHash, from)))
}
