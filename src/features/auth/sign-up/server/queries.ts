import { and, eq, gt, gte, isNull, lt, lte, ne, or, sql } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { consents, identities, members, profiles, registrationCodes, registrations, sessions } from '#db/schema.ts'
import { genderMask } from '#features/profile/server/public.ts'
import { hashToken, newId } from '#server/crypto/secrets.ts'
import type { ConsentText } from '#features/legal/contract.ts'
import { codeLifetimeMs, codeTries, registrationLifetimeMs, resendAfterMs } from '#features/auth/contract.ts'
import { type SignUpInput } from './schemas.ts'
import type { EmailSecrets } from './code.ts'

export type Registration = typeof registrations.$inferSelect

/** Identifies a registration by the browser that registered, or by an email's link. */
export type Holder = { registrationId: string } | { linkToken: string }

/** The link is in the newest email, or in an earlier one that has not expired. */
function heldBy(holder: Holder, now: number) {
  if ('registrationId' in holder) return eq(registrations.id, holder.registrationId)
  const hash = hashToken(holder.linkToken)
  const { linkHash, registrationId, expiresAt } = registrationCodes
  return or(
    eq(registrations.linkHash, hash),
    sql`${registrations.id} = (select ${registrationId} from ${registrationCodes} where ${linkHash} = ${hash} and ${expiresAt} > ${now})`,
  )
}

/** Selects the codes and links of a registration's earlier emails that still work. */
export function findOlderCodesStatement(db: Database, holder: Holder, now: number) {
  const { linkHash, codeHash, registrationId, expiresAt } = registrationCodes
  const id =
    'registrationId' in holder
      ? holder.registrationId
      : sql`(select ${registrations.id} from ${registrations} where ${heldBy(holder, now)})`
  return db
    .select({ linkHash, codeHash })
    .from(registrationCodes)
    .where(and(eq(registrationId, id), gt(expiresAt, now)))
}

/**
 * Selects a row while the link's registration is pending. To be sent in a page's batch; never awaited, because awaiting a query
 * runs it.
 */
export function hasLiveRegistrationStatement(db: Database, linkToken: string, now: number) {
  return db
    .select({ id: registrations.id })
    .from(registrations)
    .where(and(heldBy({ linkToken }, now), gt(registrations.expiresAt, now)))
}

export function findRegistrationStatement(db: Database, holder: Holder, now: number) {
  return db
    .select()
    .from(registrations)
    .where(and(heldBy(holder, now), gt(registrations.expiresAt, now)))
}

export type NewRegistration = Omit<SignUpInput, 'password' | 'terms' | 'sensitiveData' | 'preventLogin'> & {
  id: string
  passwordHash: string
  decoy: boolean
  identity: Registration['identity']
  locale: string
  secrets: EmailSecrets
  consents: readonly ConsentText[]
}

export async function insertRegistration(
  db: Database,
  { secrets, consents: given, ...registration }: NewRegistration,
  now: number,
): Promise<void> {
  await db.batch([
    db.insert(registrations).values({
      ...registration,
      codeHash: secrets.codeHash,
      linkHash: secrets.linkHash,
      codeExpiresAt: now + codeLifetimeMs,
      codeSentAt: now,
      createdAt: now,
      expiresAt: now + registrationLifetimeMs,
    }),
    ...given.map((text) =>
      db.insert(consents).values({ ...text, id: newId(), subjectKind: 'registration', subjectId: registration.id, givenAt: now }),
    ),
  ])
}

/** A registration for which a code is tried, and the hashes of all emails whose codes work. */
export type CodeTry = { registration: Registration; emails: { codeHash: string }[] }

/** Uses up one try, or returns null if none is left. One statement counts it, so that parallel tries all count. */
export async function takeCodeTry(db: Database, holder: Holder, now: number): Promise<CodeTry | null> {
  const [[registration], older] = await db.batch([
    db
      .update(registrations)
      .set({ codeTries: sql`${registrations.codeTries} + 1` })
      .where(
        and(
          heldBy(holder, now),
          gt(registrations.expiresAt, now),
          gt(registrations.codeExpiresAt, now),
          lt(registrations.codeTries, codeTries),
        ),
      )
      .returning(),
    findOlderCodesStatement(db, holder, now),
  ])
  return registration ? { registration, emails: [registration, ...older] } : null
}

/** Gives back a try whose code was right. */
export async function returnCodeTry(db: Database, id: string): Promise<void> {
  await db
    .update(registrations)
    .set({ codeTries: sql`${registrations.codeTries} - 1` })
    .where(eq(registrations.id, id))
}

/**
 * Stores the code and link of another email; those of earlier emails keep working until they expire, unless wrong tries have used
 * them up. False if the last email is too recent, also if two requests race.
 */
export async function addCode(db: Database, id: string, secrets: EmailSecrets, now: number): Promise<boolean> {
  const mayBeSent = and(
    eq(registrations.id, id),
    gt(registrations.expiresAt, now),
    lte(registrations.codeSentAt, now - resendAfterMs),
  )
  const { linkHash, codeHash, codeExpiresAt } = registrations
  const areSpent = sql`exists (select 1 from ${registrations} where ${and(mayBeSent, gte(registrations.codeTries, codeTries))})`
  const [, , rows] = await db.batch([
    db
      .delete(registrationCodes)
      .where(and(eq(registrationCodes.registrationId, id), or(lte(registrationCodes.expiresAt, now), areSpent))),
    db.insert(registrationCodes).select(sql`
      select ${linkHash}, ${registrations.id}, ${codeHash}, ${codeExpiresAt} from ${registrations}
      where ${and(mayBeSent, gt(codeExpiresAt, now), lt(registrations.codeTries, codeTries))}`),
    db
      .update(registrations)
      .set({
        codeHash: secrets.codeHash,
        linkHash: secrets.linkHash,
        codeExpiresAt: now + codeLifetimeMs,
        codeTries: 0,
        codeSentAt: now,
        codesSent: sql`${registrations.codesSent} + 1`,
      })
      .where(mayBeSent)
      .returning({ id: registrations.id }),
  ])
  return rows.length > 0
}

/** How a registration was confirmed. `sid`: the session that continues as the member's; `consents`: given again just now. */
export type Confirmation = { sid: string | null; consents?: readonly ConsentText[] | undefined }

/**
 * Turns a registration into an account, all or nothing: member, profile and consents. The session that confirmed it continues as
 * the member's; every other session of the registration ends. The member keeps the registration's id, so a repeat changes
 * nothing. Other registrations of the same address become decoys. Throws if the address, or the provider's account, has become
 * another member's in the meantime.
 */
export async function createAccount(
  db: Database,
  registration: Registration,
  { sid, consents: given }: Confirmation,
  now: number,
): Promise<void> {
  const { id, email, identity, passwordHash, firstName, birthDate, gender, seeks, locale, timeZone } = registration
  const own = and(eq(sessions.subjectKind, 'registration'), eq(sessions.subjectId, id))
  await db.batch([
    db
      .insert(members)
      .values({
        id,
        email,
        passwordHash,
        state: 'incomplete',
        firstName,
        birthDate,
        gender,
        locale,
        timeZone,
        createdAt: now,
        updatedAt: now,
      })
      .onConflictDoNothing({ target: members.id }),
    db
      .insert(profiles)
      .values({
        memberId: id,
        firstName,
        gender,
        birthDate,
        seeksMask: genderMask(seeks),
        genderMask: genderMask([gender]),
        activeAt: now,
        updatedAt: now,
      })
      .onConflictDoNothing(),
    ...(given ? replaceConsentsStatements(db, { id, passwordHash, given }, now) : []),
    db
      .update(consents)
      .set({ subjectKind: 'member' })
      .where(and(eq(consents.subjectKind, 'registration'), eq(consents.subjectId, id))),
    db
      .update(sessions)
      .set({ subjectKind: 'member', seenAt: now })
      .where(and(own, eq(sessions.id, sid ?? ''), isNull(sessions.revokedAt))),
    db
      .update(sessions)
      .set({ revokedAt: now, expiresAt: now })
      .where(and(own, isNull(sessions.revokedAt))),
    db
      .update(registrations)
      .set({ decoy: true })
      .where(and(eq(registrations.email, email), ne(registrations.id, id))),
    ...(identity ? [linkIdentityStatement(db, id, identity, now)] : []),
    db.delete(registrations).where(eq(registrations.id, id)),
  ])
}

/** Replaces the sign-up's consents. Changes nothing if another browser has created the account with another password. */
function replaceConsentsStatements(
  db: Database,
  { id, passwordHash, given }: { id: string; passwordHash: string; given: readonly ConsentText[] },
  now: number,
) {
  const isOurs = sql`exists (select 1 from ${members} where id = ${id} and password_hash = ${passwordHash})`
  return [
    db.delete(consents).where(and(eq(consents.subjectKind, 'registration'), eq(consents.subjectId, id), isOurs)),
    ...given.map(({ kind, version, locale, textHash }) =>
      db.all(sql`
        insert into ${consents} (id, subject_kind, subject_id, kind, version, locale, text_hash, given_at)
        select ${newId()}, 'member', ${id}, ${kind}, ${version}, ${locale}, ${textHash}, ${now} where ${isOurs}
        on conflict do nothing`),
    ),
  ]
}

/** Idempotent; an identity of another member makes the whole batch fail on the primary key. */
function linkIdentityStatement(db: Database, memberId: string, identity: NonNullable<Registration['identity']>, now: number) {
  const { provider, issuer, subject } = identity
  return db.insert(identities).select(sql`
    select ${issuer}, ${subject}, ${provider}, ${memberId}, ${now}
    where not exists (select 1 from identities where issuer = ${issuer} and subject = ${subject} and member_id = ${memberId})`)
}

export async function isIdentityTaken(db: Database, registration: Registration): Promise<boolean> {
  const { issuer = '', subject = '' } = registration.identity ?? {}
  const rows = await db
    .select({ memberId: identities.memberId })
    .from(identities)
    .where(and(eq(identities.issuer, issuer), eq(identities.subject, subject), ne(identities.memberId, registration.id)))
  return rows.length > 0
}

/** Returns a member's consents with their versions, such as `terms 1.0`. */
export async function findAgreed(db: Database, memberId: string): Promise<string[]> {
  const rows = await db
    .select({ kind: consents.kind, version: consents.version })
    .from(consents)
    .where(and(eq(consents.subjectKind, 'member'), eq(consents.subjectId, memberId)))
  return rows.map(({ kind, version }) => `${kind} ${version}`)
}

/** True if the registration with this id has become an account. */
export async function isMember(db: Database, id: string): Promise<boolean> {
  const rows = await db.select({ id: members.id }).from(members).where(eq(members.id, id))
  return rows.length > 0
}

/** True if that account was created with this password's hash, and not by another browser at the same moment. */
export async function hasPassword(db: Database, id: string, passwordHash: string): Promise<boolean> {
  const rows = await db
    .select({ id: members.id })
    .from(members)
    .where(and(eq(members.id, id), eq(members.passwordHash, passwordHash)))
  return rows.length > 0
}

export async function isAddressTaken(db: Database, email: string): Promise<boolean> {
  const rows = await db.select({ id: members.id }).from(members).where(eq(members.email, email))
  return rows.length > 0
}
