import { and, asc, eq, inArray, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { activeStates, isInOwnStateSql } from '#db/predicates/own-state.ts'
import { members, secondFactors } from '#db/schema.ts'
import { auditStatement, colleaguesLookStatement, type PageReader } from '#features/audit/server/public.ts'
import { mayActSql } from '#server/auth/may-act.ts'

const ofMember = (memberId: string) => eq(secondFactors.memberId, memberId)

/** Starts an enrolment, replacing one that was not finished; a confirmed factor does not change. */
export async function startFactor(db: Database, memberId: string, sealedSecret: string): Promise<void> {
  await db
    .insert(secondFactors)
    .values({ memberId, sealedSecret, recoveryHashes: [] })
    .onConflictDoUpdate({
      target: secondFactors.memberId,
      set: { sealedSecret, lastStep: 0 },
      setWhere: isNull(secondFactors.confirmedAt),
    })
}

type Confirmation = { memberId: string; step: number; recoveryHashes: string[] }

/**
 * Finishes the enrolment, with its audit entries; null if it was already finished. It then waits for another operator. If no
 * operator could accept it, an operator's own is accepted at once.
 */
export async function confirmFactor(db: Database, { memberId, step, recoveryHashes }: Confirmation, now: number) {
  const isNew = sql`exists (select 1 from ${secondFactors} where member_id = ${memberId} and confirmed_at is null)`
  const isFirst = sql`(exists (select 1 from ${members} where id = ${memberId} and role = 'operator') and not exists (
    select 1 from ${secondFactors} f join ${members} m on m.id = f.member_id
    where f.accepted_at is not null and m.role = 'operator' and ${isInOwnStateSql(activeStates, 'm')}))`
  const entry = { actorId: memberId, subjectKind: 'member', subjectId: memberId } as const
  const [, , [confirmed]] = await db.batch([
    auditStatement(db, { ...entry, action: 'second-factor.enrolled' }, now, isNew),
    auditStatement(
      db,
      { ...entry, action: 'second-factor.accepted', detail: { reason: 'first-operator' } },
      now,
      sql`${isNew} and ${isFirst}`,
    ),
    db
      .update(secondFactors)
      .set({
        confirmedAt: now,
        lastStep: step,
        recoveryHashes,
        acceptedAt: sql`case when ${isFirst} then ${now} end`,
        acceptedBy: sql`case when ${isFirst} then ${memberId} end`,
      })
      .where(and(ofMember(memberId), isNull(secondFactors.confirmedAt)))
      .returning({ acceptedAt: secondFactors.acceptedAt }),
  ])
  return confirmed ? { isAccepted: confirmed.acceptedAt !== null } : null
}

/** For a batch: second factors that wait for acceptance, the oldest first. Every column has a unique name. */
function waitingFactorsStatement(db: Database) {
  return db
    .select({
      memberId: members.id,
      firstName: members.firstName,
      role: members.role,
      enrolledAt: sql<number>`${secondFactors.confirmedAt}`.as('enrolled_at'),
    })
    .from(secondFactors)
    .innerJoin(members, eq(members.id, secondFactors.memberId))
    .where(
      and(
        isNotNull(secondFactors.confirmedAt),
        isNull(secondFactors.acceptedAt),
        inArray(members.role, ['moderator', 'operator']),
      ),
    )
    .orderBy(asc(secondFactors.confirmedAt))
}

/** Lists second factors that wait for acceptance, with the audit entry for viewing them in the same batch. */
export async function listWaitingFactors(db: Database, reader: PageReader, now: number) {
  const ids = sql`select id from ${waitingFactorsStatement(db)}`
  const [, rows] = await db.batch([colleaguesLookStatement(db, reader, ids, now), waitingFactorsStatement(db)])
  return rows
}
export type WaitingFactor = Awaited<ReturnType<typeof listWaitingFactors>>[number]

type Decision = { memberId: string; enrolledAt: number; decision: 'accept' | 'refuse'; actorId: string }

/**
 * Writes another operator's decision with its audit entry; false if there is no such enrolment to decide. It applies to the
 * enrolment that was shown, never to a later one. A refused factor is deleted, and its owner may enrol again.
 */
export async function decideFactor(db: Database, { memberId, enrolledAt, decision, actorId }: Decision, now: number) {
  const isOpen = and(
    ofMember(memberId),
    eq(secondFactors.confirmedAt, enrolledAt),
    isNull(secondFactors.acceptedAt),
    mayActSql('decideAboutFactor', actorId, sql`${secondFactors.memberId}`),
  )
  const action = decision === 'accept' ? 'second-factor.accepted' : 'second-factor.refused'
  const entry = { actorId, action, subjectKind: 'member', subjectId: memberId } as const
  const [decided] = await db.batch([
    auditStatement(db, entry, now, sql`exists (select 1 from ${secondFactors} where ${isOpen})`),
    decision === 'accept'
      ? db.update(secondFactors).set({ acceptedAt: now, acceptedBy: actorId }).where(isOpen)
      : db.delete(secondFactors).where(isOpen),
  ])
  return decided.length > 0
}

/** Marks a time step as used: true only for the first of parallel calls with its code. */
export async function takeStep(db: Database, memberId: string, step: number, resealed: string | null): Promise<boolean> {
  const taken = await db
    .update(secondFactors)
    .set({ lastStep: step, ...(resealed === null ? {} : { sealedSecret: resealed }) })
    .where(and(ofMember(memberId), isNotNull(secondFactors.acceptedAt), lt(secondFactors.lastStep, step)))
    .returning({ memberId: secondFactors.memberId })
  return taken.length > 0
}

/** Marks a recovery code as used, with its audit entry: true once. */
export async function takeRecoveryCode(db: Database, memberId: string, hash: string, now: number): Promise<boolean> {
  const has = sql`exists (select 1 from ${secondFactors}, json_each(recovery_hashes)
    where member_id = ${memberId} and accepted_at is not null and value = ${hash})`
  const entry = { actorId: memberId, action: 'second-factor.recovery-used', subjectKind: 'member', subjectId: memberId } as const
  const [used] = await db.batch([
    auditStatement(db, entry, now, has),
    db
      .update(secondFactors)
      .set({ recoveryHashes: sql`(select json_group_array(value) from json_each(recovery_hashes) where value <> ${hash})` })
      .where(and(ofMember(memberId), has)),
  ])
  return used.length > 0
}

/** Writes the audit entry of a wrong code, password or passkey. */
export async function noteRefusal(
  db: Database,
  memberId: string,
  what: 'code' | 'password' | 'passkey',
  now: number,
): Promise<void> {
  const entry = { actorId: memberId, action: `second-factor.${what}-wrong`, subjectKind: 'member', subjectId: memberId } as const
  await db.batch([auditStatement(db, entry, now)])
}

export async function findPasswordHash(db: Database, memberId: string): Promise<string | null> {
  const [row] = await db.select({ passwordHash: members.passwordHash }).from(members).where(eq(members.id, memberId))
  return row?.passwordHash ?? null
}
