import { and, desc, eq, gt, inArray, isNotNull, isNull, sql, type SQL } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { activeStates, isDeletedSql, isInOwnStateSql } from '#db/predicates/own-state.ts'
import { deletions, members, profiles, reports, restrictions } from '#db/schema.ts'
import { orderAfter, type TimeCursor } from '#db/time-cursor.ts'
import { auditStatement, lookStatement, type PageReader } from '#features/audit/server/public.ts'
import type { ListEnv } from '#server/deletions/deletion-list.ts'
import { mayActSql } from '#server/auth/may-act.ts'
import type { RestrictionRule, AppealView, RestrictedProps } from '../contract.ts'
import { liftStatements, listUndo, undoDeletionStatements } from './lifting.ts'
import { isRestrictionRule } from '../rules.ts'

/** Selects the current restriction of a member: at most one exists. */
export function openRestrictionStatement(db: Database, memberId: string) {
  return db
    .select()
    .from(restrictions)
    .where(and(eq(restrictions.memberId, memberId), isNull(restrictions.liftedAt)))
    .orderBy(desc(restrictions.createdAt))
    .limit(1)
}

/** For a batch: a member's restrictions, the newest first. */
export function restrictionsStatement(db: Database, memberId: string) {
  return db.select().from(restrictions).where(eq(restrictions.memberId, memberId)).orderBy(desc(restrictions.createdAt)).limit(50)
}

export async function findRestriction(db: Database, id: string) {
  const [row] = await db.select().from(restrictions).where(eq(restrictions.id, id))
  return row ?? null
}

export type NewRestriction = {
  id: string
  memberId: string
  rule: RestrictionRule
  facts: string
  until: number | null
  /** After a talk with a stranger: the time from which others see it (`findHidingTime`). */
  hidesAt: number | null
  actorId: string
}

/** Returns the condition that a member can be restricted, for other statements of the same batch. */
export function canBeRestrictedSql(memberId: string): SQL {
  return sql`exists (select 1 from ${members} m where m.id = ${memberId} and ${isOpenToRestrictionSql()})`
}

/** A deleted account can be restricted until its purge begins: a restore then brings it back restricted. `m`: its row of members. */
const isOpenToRestrictionSql = (): SQL => sql`(${isInOwnStateSql(activeStates, 'm')}
  or (exists (select 1 from ${deletions} d where d.member_id = m.id and d.step is null)
    and not exists (select 1 from ${restrictions} s where s.member_id = m.id and s.lifted_at is null)))`

/**
 * For one batch: the statement of reasons, the audit entry, the member's state, and their removal from every list. Writes nothing
 * if `when` does not hold, the member does not exist, or cannot be restricted in their state. With `hidesAt`, others still see
 * the member until then (`hideStatements`).
 */
export function restrictionStatements(db: Database, restriction: NewRestriction, now: number, when: SQL = sql`1`) {
  const { id, memberId, rule, facts, until, hidesAt, actorId } = restriction
  const isWritten = sql`exists (select 1 from ${restrictions} where id = ${id})`
  // Others see nothing new of a deleted account.
  const isSeen = hidesAt === null ? sql`not ${isDeletedSql(sql`${memberId}`)}` : sql`0`
  const audit = { actorId, action: 'restriction.imposed', subjectKind: 'member', subjectId: memberId } as const
  return [
    db.all<{ id: string }>(sql`
      insert into ${restrictions} (id, member_id, rule, facts, until, decided_by, actor_id, created_at, hides_at, former_state)
      select ${id}, m.id, ${rule}, ${facts}, ${until}, 'person', ${actorId}, ${now}, ${hidesAt},
        coalesce((select d.former_state from ${deletions} d where d.member_id = m.id), m.state) from ${members} m
      where m.id = ${memberId} and ${isOpenToRestrictionSql()} and ${when} returning id`),
    auditStatement(db, { ...audit, detail: { rule, until } }, now, isWritten),
    db
      .update(members)
      .set({ state: 'restricted', updatedAt: now })
      .where(and(eq(members.id, memberId), isWritten, isSeen)),
    db
      .update(profiles)
      .set({ discoverable: false, updatedAt: now })
      .where(and(eq(profiles.memberId, memberId), isWritten, isSeen)),
  ] as const
}

type Statement = Omit<NewRestriction, 'until' | 'hidesAt'>

/**
 * For the batch of an operator's deletion: its statement of reasons, as a restriction without an end that the appeal is about. It
 * replaces one in force. The caller's statements depend on `isWritten`.
 */
export function deletionReasonsStatements(db: Database, statement: Statement, now: number, when: SQL) {
  const { id, memberId, rule, facts, actorId } = statement
  const isAllowed = sql`${when} and ${mayActSql('deleteMember', actorId, sql`${memberId}`)}`
  const isWritten = sql`exists (select 1 from ${restrictions} where id = ${id})`
  const audit = { actorId, action: 'member.deleted', subjectKind: 'member', subjectId: memberId } as const
  const statements = [
    db.all(sql`
      insert into ${restrictions} (id, member_id, rule, facts, until, decided_by, actor_id, created_at, hides_at, former_state)
      select ${id}, m.id, ${rule}, ${facts}, null, 'person', ${actorId}, ${now}, null,
        iif(m.state = 'restricted', coalesce((select r.former_state from ${restrictions} r where r.member_id = m.id
          order by r.created_at desc limit 1), 'paused'), m.state)
      from ${members} m where m.id = ${memberId} and ${isAllowed}`),
    auditStatement(db, { ...audit, detail: { rule } }, now, isWritten),
    db.all(sql`
      update ${restrictions} set lifted_at = ${now}, hides_at = null
      where member_id = ${memberId} and id <> ${id} and lifted_at is null and ${isWritten}`),
  ] as const
  return { statements, isWritten }
}

/** For a batch: shows others the restrictions that are due. */
export function hideStatements(db: Database, now: number) {
  const due = sql`(select member_id from ${restrictions} where lifted_at is null and hides_at <= ${now})`
  return [
    db.all(sql`
      update ${members} set state = 'restricted', updated_at = ${now}
      where id in ${due} and state in ('incomplete', 'complete', 'paused')`),
    db.all(sql`update ${profiles} set discoverable = 0, updated_at = ${now} where member_id in ${due}`),
    db.all(sql`update ${restrictions} set hides_at = null where lifted_at is null and hides_at <= ${now}`),
  ] as const
}

type Act = Pick<NewRestriction, 'actorId' | 'memberId'>

const mayRestrictSql = ({ actorId, memberId }: Act): SQL => mayActSql('restrict', actorId, sql`${memberId}`)

/** Whether `insertRestriction` would succeed now, for steps that must come before it; it checks again. */
export async function canRestrict(db: Database, act: Act): Promise<boolean> {
  const [row] = await db.all<{ isOpen: number }>(
    sql`select ${canBeRestrictedSql(act.memberId)} and ${mayRestrictSql(act)} as isOpen`,
  )
  return row?.isOpen === 1
}

/** Whether reports about the member's talks with strangers wait for a decision. */
export async function hasOpenTalkReports(db: Database, memberId: string): Promise<boolean> {
  const isOfTalk = inArray(reports.source, ['anonymous', 'blind'])
  const [report] = await db
    .select({ id: reports.id })
    .from(reports)
    .where(and(eq(reports.reportedId, memberId), eq(reports.state, 'open'), isOfTalk))
    .limit(1)
  return report !== undefined
}

/** False, with nothing written, if the member does not exist, cannot be restricted in their state, or not by the actor. */
export async function insertRestriction(db: Database, restriction: NewRestriction, now: number): Promise<boolean> {
  const [written] = await db.batch(restrictionStatements(db, restriction, now, mayRestrictSql(restriction)))
  return written.length > 0
}

/** The list of deletions lies outside D1. */
type Stores = { env: ListEnv; db: Database }

/** Lifts a restriction; false if it is no longer in force, or the actor may not lift it. */
export async function liftRestriction(
  { env, db }: Stores,
  { id, actorId }: { id: string; actorId: string },
  now: number,
): Promise<boolean> {
  const which = sql`r.id = ${id} and ${mayActSql('lift', actorId, sql`r.member_id`)}`
  await listUndo(env, db, which, now)
  const results = await db.batch([
    ...undoDeletionStatements(db, which, now),
    ...liftStatements(db, which, { actorId, reason: 'moderator' }, now),
  ])
  return results[6].length > 0
}

/** Stores the one appeal against the current restriction; false without a restriction, or if there is already an appeal. */
export async function insertAppeal(db: Database, memberId: string, text: string, now: number): Promise<boolean> {
  const stored = await db
    .update(restrictions)
    .set({ appealText: text, appealedAt: now })
    .where(and(eq(restrictions.memberId, memberId), isNull(restrictions.liftedAt), isNull(restrictions.appealedAt)))
    .returning({ id: restrictions.id })
  return stored.length > 0
}

/**
 * For a batch: appeals that wait for a decision, oldest first; with `after`, those after that one come before the older ones. Every
 * column has a unique name.
 */
function openAppealsStatement(db: Database, after: TimeCursor | null) {
  return db
    .select({
      id: restrictions.id,
      memberId: restrictions.memberId,
      firstName: members.firstName,
      role: members.role,
      rule: restrictions.rule,
      facts: restrictions.facts,
      until: restrictions.until,
      createdAt: restrictions.createdAt,
      actorId: restrictions.actorId,
      appealText: restrictions.appealText,
      appealedAt: restrictions.appealedAt,
      appealDecidedAt: restrictions.appealDecidedAt,
    })
    .from(restrictions)
    .innerJoin(members, eq(members.id, restrictions.memberId))
    .where(and(isNotNull(restrictions.appealedAt), isNull(restrictions.appealDecidedAt), isNull(restrictions.liftedAt)))
    .orderBy(...orderAfter(restrictions.appealedAt, restrictions.id, after))
    .limit(50)
}

type QueuePart = PageReader & { after: TimeCursor | null }

/** Lists appeals that wait for a decision, oldest first, with the audit entry for viewing them in the same batch. */
export async function openAppeals(db: Database, { actorId, page, after }: QueuePart, now: number) {
  const ids = sql`select id from ${openAppealsStatement(db, after)}`
  const [, appeals] = await db.batch([
    lookStatement(db, { actorId, action: 'appeals.listed', page }, ids, now),
    openAppealsStatement(db, after),
  ])
  return appeals
}

type AppealDecision = { id: string; outcome: 'upheld' | 'lifted'; actorId: string }

/**
 * Decides an appeal in one batch: the decision, its audit entry, and with 'lifted' the end of the restriction. False if another
 * decision came first, or the actor may not decide it.
 */
export async function decideAppeal({ env, db }: Stores, { id, outcome, actorId }: AppealDecision, now: number): Promise<boolean> {
  const isOpen = (memberId: SQL) => sql`id = ${id} and appealed_at is not null and appeal_decided_at is null
    and actor_id is not ${actorId} and ${mayActSql('decideAboutAppeal', actorId, memberId)}`
  if (outcome === 'lifted') await listUndo(env, db, isOpen(sql`r.member_id`), now)
  const isOurs = sql`appeal_actor_id = ${actorId} and appeal_decided_at = ${now} and appeal_outcome = ${outcome}`
  const isDecided = sql`exists (select 1 from ${restrictions} where id = ${id} and ${isOurs})`
  const audit = { actorId, action: 'appeal.decided', subjectKind: 'restriction', subjectId: id } as const
  const [decided] = await db.batch([
    db.all<{ id: string }>(sql`
      update ${restrictions} set appeal_decided_at = ${now}, appeal_outcome = ${outcome}, appeal_actor_id = ${actorId}
      where ${isOpen(sql`member_id`)} and lifted_at is null returning id`),
    auditStatement(db, { ...audit, detail: { outcome } }, now, isDecided),
    ...(outcome === 'lifted'
      ? [
          ...undoDeletionStatements(db, sql`r.id = ${id} and ${isOurs}`, now),
          ...liftStatements(db, sql`r.id = ${id} and ${isOurs}`, { actorId, reason: 'appeal' }, now),
        ]
      : ([] as const)),
  ])
  return decided.length > 0
}

/** Lists members restricted since then: their sockets are closed again, in case their hub was unavailable. */
export async function listRestrictedSince(db: Database, since: number): Promise<string[]> {
  const rows = await db
    .select({ memberId: restrictions.memberId })
    .from(restrictions)
    .where(and(gt(restrictions.createdAt, since), isNull(restrictions.liftedAt)))
    .limit(500)
  return rows.map((row) => row.memberId)
}

type Row = typeof restrictions.$inferSelect

/** Returns the row for the member: never who decided. */
export function toRestrictedProps(row: Row): RestrictedProps {
  const { rule, facts, createdAt: since, until, decidedBy } = row
  if (!isRestrictionRule(rule)) throw new Error(`Unknown rule of a restriction: ${rule}`)
  return { rule, facts, since, until, decidedBy, appeal: toAppeal(row) }
}

function toAppeal({ appealText, appealedAt, appealDecidedAt }: Row): AppealView | null {
  return appealText === null || appealedAt === null ? null : { text: appealText, appealedAt, decidedAt: appealDecidedAt }
}
