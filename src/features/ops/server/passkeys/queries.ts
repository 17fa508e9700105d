import { and, asc, eq, inArray, isNotNull, isNull, sql, type SQL } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { factorPasskeys, members, passkeys, secondFactors } from '#db/schema.ts'
import { auditStatement, colleaguesLookStatement, type PageReader } from '#features/audit/server/public.ts'
import { newId } from '#server/crypto/secrets.ts'
import { mayActSql } from '#server/auth/may-act.ts'

/** Lists a colleague's passkeys, oldest first: all of their account, with what they are as second factor. */
export async function listOwnPasskeys(db: Database, memberId: string) {
  return db
    .select({
      passkeyId: passkeys.id,
      transports: passkeys.transports,
      authenticator: passkeys.authenticator,
      createdAt: passkeys.createdAt,
      factorId: factorPasskeys.id,
      enrolledAt: factorPasskeys.enrolledAt,
      acceptedAt: factorPasskeys.acceptedAt,
    })
    .from(passkeys)
    .leftJoin(factorPasskeys, eq(factorPasskeys.passkeyId, passkeys.id))
    .where(eq(passkeys.memberId, memberId))
    .orderBy(asc(passkeys.createdAt), asc(passkeys.id))
}
export type OwnPasskey = Awaited<ReturnType<typeof listOwnPasskeys>>[number]

const entryOf = (actorId: string, memberId: string, action: string) =>
  ({ actorId, action: `second-factor.passkey-${action}`, subjectKind: 'member', subjectId: memberId }) as const

/**
 * Enrols a passkey, with its audit entry; it then waits for another operator. False if it is enrolled already. Unlike the first
 * operator's app, no passkey is accepted by itself.
 */
export async function enrolPasskey(
  db: Database,
  { id, memberId }: { id: string; memberId: string },
  now: number,
): Promise<boolean> {
  const isNew = sql`exists (select 1 from ${passkeys} where id = ${id} and member_id = ${memberId})
    and exists (select 1 from ${secondFactors} where member_id = ${memberId} and accepted_at is not null)
    and not exists (select 1 from ${factorPasskeys} where passkey_id = ${id})`
  const [, enrolled] = await db.batch([
    auditStatement(db, entryOf(memberId, memberId, 'enrolled'), now, isNew),
    db.all(sql`insert into ${factorPasskeys} (id, passkey_id, member_id, enrolled_at)
      select ${newId()}, ${id}, ${memberId}, ${now} where ${isNew} returning id`),
  ])
  return enrolled.length > 0
}

/** True for an accepted passkey of a colleague whose second factor is accepted. */
export async function isAcceptedPasskey(db: Database, { id, memberId }: { id: string; memberId: string }): Promise<boolean> {
  const rows = await db
    .select({ id: factorPasskeys.id })
    .from(factorPasskeys)
    .innerJoin(secondFactors, eq(secondFactors.memberId, factorPasskeys.memberId))
    .where(
      and(
        eq(factorPasskeys.passkeyId, id),
        eq(factorPasskeys.memberId, memberId),
        isNotNull(factorPasskeys.acceptedAt),
        isNotNull(secondFactors.acceptedAt),
      ),
    )
  return rows.length > 0
}

/** Ends the use of an own passkey as second factor, with the audit entry; its authenticator, or null without such a passkey. */
export async function removeFactorPasskey(db: Database, memberId: string, id: string, now: number) {
  const isOwn = and(eq(factorPasskeys.id, id), eq(factorPasskeys.memberId, memberId))
  const [[passkey], , removed] = await db.batch([
    db
      .select({ authenticator: passkeys.authenticator })
      .from(factorPasskeys)
      .innerJoin(passkeys, eq(passkeys.id, factorPasskeys.passkeyId))
      .where(isOwn),
    auditStatement(db, entryOf(memberId, memberId, 'removed'), now, existsSql(isOwn)),
    db.delete(factorPasskeys).where(isOwn).returning({ id: factorPasskeys.id }),
  ])
  return removed.length > 0 ? (passkey ?? null) : null
}

const existsSql = (is: SQL | undefined) => sql`exists (select 1 from ${factorPasskeys} where ${is})`

/** For a batch: enrolled passkeys that wait for acceptance, the oldest first. Every column has a unique name. */
function waitingPasskeysStatement(db: Database) {
  return db
    .select({
      memberId: members.id,
      firstName: members.firstName,
      role: members.role,
      factorId: sql<string>`${factorPasskeys.id}`.as('factor_id'),
      authenticator: passkeys.authenticator,
      enrolledAt: factorPasskeys.enrolledAt,
    })
    .from(factorPasskeys)
    .innerJoin(members, eq(members.id, factorPasskeys.memberId))
    .innerJoin(passkeys, eq(passkeys.id, factorPasskeys.passkeyId))
    .where(and(isNull(factorPasskeys.acceptedAt), inArray(members.role, ['moderator', 'operator'])))
    .orderBy(asc(factorPasskeys.enrolledAt), asc(factorPasskeys.id))
}

/** Lists passkeys that wait for acceptance, with the audit entry for viewing them in the same batch. */
export async function listWaitingPasskeys(db: Database, reader: PageReader, now: number) {
  const ids = sql`select id from ${waitingPasskeysStatement(db)}`
  const [, rows] = await db.batch([colleaguesLookStatement(db, reader, ids, now), waitingPasskeysStatement(db)])
  return rows
}
export type WaitingPasskey = Awaited<ReturnType<typeof listWaitingPasskeys>>[number]

type Decision = { id: string; memberId: string; decision: 'accept' | 'refuse'; actorId: string }

/**
 * Writes another operator's decision about an enrolled passkey with its audit entry; false if there is none to decide. A refused
 * one still signs in: its owner removes it in the settings.
 */
export async function decidePasskey(db: Database, { id, memberId, decision, actorId }: Decision, now: number): Promise<boolean> {
  const isOpen = and(
    eq(factorPasskeys.id, id),
    eq(factorPasskeys.memberId, memberId),
    isNull(factorPasskeys.acceptedAt),
    mayActSql('decideAboutPasskey', actorId, sql`${factorPasskeys.memberId}`),
  )
  const entry = entryOf(actorId, memberId, decision === 'accept' ? 'accepted' : 'refused')
  const [, decided] = await db.batch([
    auditStatement(db, entry, now, existsSql(isOpen)),
    decision === 'accept'
      ? db.update(factorPasskeys).set({ acceptedAt: now, acceptedBy: actorId }).where(isOpen).returning({ id: factorPasskeys.id })
      : db.delete(factorPasskeys).where(isOpen).returning({ id: factorPasskeys.id }),
  ])
  return decided.length > 0
}
