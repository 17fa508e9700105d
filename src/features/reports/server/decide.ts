import { and, eq, gt, inArray, ne, sql, type SQL } from 'drizzle-orm'
import { openDatabase, type Database } from '#db/database.ts'
import { ownStateSql } from '#db/predicates/own-state.ts'
import { auditLog, members, reports } from '#db/schema.ts'
import { auditIdSql } from '#features/audit/server/public.ts'
import { notifyMember } from '#features/member-hub/server/public.ts'
import {
  canBeRestrictedSql,
  finishRestriction,
  restrictionStatements,
  type NewRestriction,
} from '#features/restriction/server/public.ts'
import { mayActSql } from '#server/auth/may-act.ts'
import type { Env } from '#server/env.ts'
import { finishEach, type Finished } from '#server/finish-each.ts'
import type { DecidedState } from '../contract.ts'
import { liftPauseStatements } from './encounter-pauses.ts'
import { isWaiting } from './queue.ts'
import { reportNoticeId } from '#shared/realtime/report-notice-id.ts'

/**
 * The consequence for the reported member. `restrict`: a restriction with its statement of reasons. `covered`: their existing
 * restriction is also the answer to these reports.
 */
export type DecisionAction =
  | { kind: 'dismiss' }
  | { kind: 'restrict'; restriction: Omit<NewRestriction, 'memberId' | 'actorId'> }
  | { kind: 'covered' }

export type ReportDecision = {
  reportId: string
  /** Other open reports about the same member. Those already decided by then do not change. */
  alsoIds: readonly string[]
  reportedId: string
  actorId: string
  action: DecisionAction
  /** Shown beside the audit entry while the report is kept; the reporters and the reported member never read it. */
  reason: string
}

/** A decided report whose reporter still has an account. */
type Answer = { reportId: string; reporterId: string; state: DecidedState }

/**
 * Decides reports about one member in one batch: their state, the audit entries, the restriction and the end of a pause. Null,
 * with nothing decided, if the first report is no longer open, is not for this moderator, or the action cannot be taken.
 * `finishDecision` does the rest.
 */
export async function decideReports(db: Database, decision: ReportDecision, now: number): Promise<Answer[] | null> {
  const { reportId, reportedId, actorId, action, reason } = decision
  const state: DecidedState = action.kind === 'dismiss' ? 'dismissed' : 'acted'
  const isPicked = pickedSql(decision)
  const isDecided = sql`exists (select 1 from ${reports} where id = ${reportId} and state = ${state}
    and decided_by = ${actorId} and decided_at = ${now})`
  const [answers, , decided] = await db.batch([
    db
      .select({ reportId: reports.id, reporterId: reports.reporterId })
      .from(reports)
      .innerJoin(members, eq(members.id, reports.reporterId))
      .where(isPicked),
    auditStatement(db, decision, { state, isPicked }, now),
    db
      .update(reports)
      .set({ state, decidedAt: now, decidedBy: actorId, decisionReason: reason })
      .where(isPicked)
      .returning({ id: reports.id }),
    ...liftPauseStatements(db, reportedId),
    ...(action.kind === 'restrict'
      ? restrictionStatements(db, { ...action.restriction, memberId: reportedId, actorId }, now, isDecided)
      : ([] as const)),
  ])
  return decided.length === 0 ? null : answers.map((answer) => ({ ...answer, state }))
}

/** Whether `decideReports` would decide now, for steps that must come before it; it checks again. */
export async function canDecide(db: Database, decision: ReportDecision): Promise<boolean> {
  const [row] = await db.select({ id: reports.id }).from(reports).where(pickedSql(decision)).limit(1)
  return row !== undefined
}

/** Returns the condition for the reports that a decision covers: none, unless the first is open and the action can be taken. */
function pickedSql({ reportId, alsoIds, reportedId, actorId, action }: ReportDecision): SQL | undefined {
  const ids = sql`(select value from json_each(${JSON.stringify([reportId, ...alsoIds])}))`
  const isFirstOpen = sql`exists (select 1 from ${reports} first_one where first_one.id = ${reportId} and first_one.state = 'open'
    and first_one.reporter_id <> ${actorId})`
  return and(
    inArray(reports.id, ids),
    eq(reports.reportedId, reportedId),
    isWaiting(actorId),
    isFirstOpen,
    canActSql(action.kind, reportedId),
    mayActSql('decideAboutReport', actorId, sql`${reportedId}`),
  )
}

function canActSql(kind: DecisionAction['kind'], reportedId: string): SQL | undefined {
  if (kind === 'restrict') return canBeRestrictedSql(reportedId)
  if (kind === 'covered')
    return sql`exists (select 1 from ${members} m where m.id = ${reportedId} and ${ownStateSql('m')} = 'restricted')`
  return undefined
}

/** An entry for each report. The reason stays with the report, because the audit log contains no texts. */
function auditStatement(
  db: Database,
  { actorId, action }: ReportDecision,
  { state, isPicked }: { state: DecidedState; isPicked: SQL | undefined },
  now: number,
) {
  const detail = { state, restriction: action.kind === 'restrict' ? action.restriction.id : null }
  return db.all(sql`
    insert into ${auditLog} (id, actor_id, action, subject_kind, subject_id, detail, at)
    select ${auditIdSql}, ${actorId}, 'report.decided', 'report', ${reports.id}, ${JSON.stringify(detail)}, ${now}
    from ${reports} where ${isPicked}`)
}

/** Closes the restricted member's sockets and notifies each reporter, after the batch of a decision. Repeats are harmless. */
export async function finishDecision(
  env: Pick<Env, 'MEMBER_HUB'>,
  { reportedId, action }: Pick<ReportDecision, 'reportedId' | 'action'>,
  answers: readonly Answer[],
): Promise<void> {
  await Promise.all([
    ...(action.kind === 'restrict' ? [finishRestriction(env, reportedId)] : []),
    ...answers.map((answer) => notifyReporter(env, answer)),
  ])
}

/** False if the reporter's hub cannot be reached. A hub drops a notice that it already has. */
function notifyReporter(env: Pick<Env, 'MEMBER_HUB'>, { reportId, reporterId, state }: Answer): Promise<boolean> {
  return notifyMember(env, reporterId, { id: reportNoticeId(reportId), kind: 'moderation', report: state })
}

/** Longer than three rounds of the cron. */
const repeatMs = 20 * 60_000

/** Cron: notifies the reporters of recent decisions again, in case their hub could not be reached. */
export async function sweepDecisions(env: Pick<Env, 'DB' | 'MEMBER_HUB'>, now: number): Promise<Finished> {
  const answers = await openDatabase(env.DB)
    .select({ reportId: reports.id, reporterId: reports.reporterId, state: reports.state })
    .from(reports)
    .innerJoin(members, eq(members.id, reports.reporterId))
    .where(and(gt(reports.decidedAt, now - repeatMs), ne(reports.state, 'open')))
  const decided = answers.flatMap(({ state, ...answer }) => (state === 'open' ? [] : [{ ...answer, state }]))
  return finishEach('report-decisions', decided, async (answer) => {
    if (!(await notifyReporter(env, answer))) throw new Error('A reporter could not be notified of a decision')
  })
}
