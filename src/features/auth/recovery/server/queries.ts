import { and, desc, eq, gt, gte, isNull, ne, sql } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { ownStateSql } from '#db/predicates/own-state.ts'
import { emailChanges, identities, knownDevices, members, registrations, sessions } from '#db/schema.ts'
import { isLive, isUnended } from '#server/auth/live-session.ts'
import { deletePasskeysStatement, revokeMemberSessionsStatement } from '#features/auth/session/server/public.ts'
import { undoLifetimeMs } from '#features/auth/contract.ts'
import { voidCodesStatement } from './code-queries.ts'

type Ended = { id: string }[]

const ownerColumns = {
  id: members.id,
  email: members.email,
  passwordHash: members.passwordHash,
  firstName: members.firstName,
  locale: members.locale,
  timeZone: members.timeZone,
  state: ownStateSql().as('own_state'),
}

/** Returns the account of an address or an id: the address of its emails, and the password hash. */
export async function findOwner(db: Database, by: { email: string } | { id: string }) {
  const [owner] = await db
    .select(ownerColumns)
    .from(members)
    .where('email' in by ? eq(members.email, by.email) : eq(members.id, by.id))
  return owner ?? null
}
export type Owner = NonNullable<Awaited<ReturnType<typeof findOwner>>>

/** The member of a live session, and when the session was last confirmed. */
export function findSignedInOwnerStatement(db: Database, session: { sub: string; sid: string }, now: number) {
  return db
    .select({ ...ownerColumns, confirmedAt: sessions.confirmedAt })
    .from(sessions)
    .innerJoin(members, eq(members.id, sessions.subjectId))
    .where(and(isLive(session, now), ne(members.state, 'deleted')))
}

const shownDevices = 50

/** Lists the sessions of a member, most recently used first. */
export function listDevicesStatement(db: Database, memberId: string, now: number) {
  return db
    .select({ id: sessions.id, userAgent: sessions.userAgent, seenAt: sessions.seenAt })
    .from(sessions)
    .where(and(eq(sessions.subjectKind, 'member'), eq(sessions.subjectId, memberId), isUnended(now)))
    .orderBy(desc(sessions.seenAt), sessions.id)
    .limit(shownDevices)
}

/** Ends one session of this member; false if it is not theirs, or already over. */
export async function revokeDevice(db: Database, memberId: string, id: string, now: number): Promise<boolean> {
  const rows = await db
    .update(sessions)
    .set({ revokedAt: now })
    .where(isLive({ sub: memberId, sid: id }, now))
    .returning({ id: sessions.id })
  return rows.length > 0
}

type PasswordChange = { memberId: string; passwordHash: string; keptSid: string | null }

/** Saves a new password: every session but `keptSid` ends, and every code sent before becomes void. */
export async function savePassword(db: Database, change: PasswordChange, now: number): Promise<Ended> {
  const [ended] = await db.batch(passwordStatements(db, change, now))
  return ended
}

/**
 * The same after a reset. It also removes the passkeys added since the owner last proved by email that the account is theirs, when
 * joining or by a reset. Those are all: whoever knew the old password may have added any of them.
 */
export async function saveResetPassword(
  db: Database,
  change: Omit<PasswordChange, 'keptSid'>,
  now: number,
): Promise<{ ended: Ended; hadPasskeys: boolean }> {
  const [ended, , , removed] = await db.batch([
    ...passwordStatements(db, { ...change, keptSid: null }, now),
    deletePasskeysStatement(db, change.memberId),
  ])
  return { ended, hadPasskeys: removed.length > 0 }
}

function passwordStatements(db: Database, { memberId, passwordHash, keptSid }: PasswordChange, now: number) {
  return [
    revokeMemberSessionsStatement(db, memberId, keptSid, now),
    db.update(members).set({ passwordHash, updatedAt: now }).where(eq(members.id, memberId)),
    voidCodesStatement(db, memberId, now),
  ] as const
}

export type EmailChange = { id: string; memberId: string; oldEmail: string; newEmail: string; undoHash: string }

/** Saves a new address; every session but `keptSid` ends. Throws if another member has taken the address in the meantime. */
export async function saveEmail(db: Database, change: EmailChange, keptSid: string, now: number): Promise<Ended> {
  const { memberId, newEmail } = change
  const [ended] = await db.batch([
    revokeMemberSessionsStatement(db, memberId, keptSid, now),
    db.update(members).set({ email: newEmail, updatedAt: now }).where(eq(members.id, memberId)),
    db
      .insert(emailChanges)
      .values({ ...change, changedAt: now, passkeysSince: passkeysSinceSql(keptSid, now), undoUntil: now + undoLifetimeMs }),
    // Registrations that wait for this address can no longer become accounts.
    db.update(registrations).set({ decoy: true }).where(eq(registrations.email, newEmail)),
    voidCodesStatement(db, memberId, now),
  ])
  return ended
}

/**
 * SQL: since when whoever changes the address may have held the account: since the sign-in of their session, and in any case as
 * long before the change as it can be undone after it. They could have added a passkey first, in another session.
 */
const passkeysSinceSql = (sid: string, now: number) =>
  sql`min(coalesce((select created_at from ${sessions} where id = ${sid}), 0), ${now - undoLifetimeMs})`

export function findChangeStatement(db: Database, undoHash: string) {
  return db.select().from(emailChanges).where(eq(emailChanges.undoHash, undoHash))
}

/**
 * Undoes a change of address, with all later changes. The old address is restored; password, providers' accounts,
 * known devices, sessions and the passkeys added since are removed: older ones are the owner's. Otherwise, only an email to the old address opens the account: a change to a third address in between is undone
 * as well. Null if it was already undone.
 */
export async function undoChange(
  db: Database,
  change: Pick<typeof emailChanges.$inferSelect, 'id' | 'memberId' | 'oldEmail' | 'changedAt' | 'passkeysSince'>,
  now: number,
): Promise<Ended | null> {
  const { id, memberId, oldEmail, changedAt, passkeysSince } = change
  const [claim] = await db
    .update(emailChanges)
    .set({ undoneAt: now })
    .where(and(eq(emailChanges.id, id), isNull(emailChanges.undoneAt), gt(emailChanges.undoUntil, now)))
    .returning({ id: emailChanges.id })
  if (!claim) return null
  const [ended] = await db.batch([
    revokeMemberSessionsStatement(db, memberId, null, now),
    db.update(members).set({ email: oldEmail, passwordHash: '', updatedAt: now }).where(eq(members.id, memberId)),
    db
      .update(emailChanges)
      .set({ undoneAt: now })
      .where(and(eq(emailChanges.memberId, memberId), gte(emailChanges.changedAt, changedAt), isNull(emailChanges.undoneAt))),
    db.delete(identities).where(eq(identities.memberId, memberId)),
    db.delete(knownDevices).where(eq(knownDevices.memberId, memberId)),
    deletePasskeysStatement(db, memberId, passkeysSince),
    db.update(registrations).set({ decoy: true }).where(eq(registrations.email, oldEmail)),
    voidCodesStatement(db, memberId, now),
  ])
  return ended
}
