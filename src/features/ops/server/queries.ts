import { desc, eq, gte, sql } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { ownStateSql } from '#db/predicates/own-state.ts'
import { auditLog, members, securityEvents } from '#db/schema.ts'
import { isBehindSql, type TimeCursor } from '#db/time-cursor.ts'
import { auditIdSql, auditStatement } from '#features/audit/server/public.ts'
import { openMessagesStatement } from '#features/contact/server/public.ts'
import { countFailedEmailsStatement } from '#features/mail/server/public.ts'
import { waitingVerificationsStatement } from '#features/photos/server/public.ts'
import { restrictionsStatement } from '#features/restriction/server/public.ts'
import { openDifferencesStatement, problemsStatement } from '#features/store/settlement/server/public.ts'
import { findAlarmsStatement } from '#server/job-failures.ts'
import { arrangeFigures, dayFiguresStatement } from './figures/day-figures.ts'
import { liveCountsStatement, toLiveCounts } from './figures/live-counts.ts'
import { openAppealsStatement, pendingPhotosStatement } from './figures/queue-counts.ts'
import { decisionReasonSql, openReportsStatement } from '#features/reports/server/public.ts'

/** The lengths of the queues with their oldest entries, the jobs that keep failing, and the figures of the last days. */
export async function countWaiting(db: Database, staffId: string, now: number) {
  const [
    [waitingPhotos],
    [waitingVerifications],
    [waitingAppeals],
    waitingReports,
    waitingMessages,
    failedEmails,
    differences,
    problems,
    alarms,
    figures,
    live,
  ] = await db.batch([
    pendingPhotosStatement(db),
    waitingVerificationsStatement(db),
    openAppealsStatement(db),
    openReportsStatement(db, staffId),
    openMessagesStatement(db),
    countFailedEmailsStatement(db),
    openDifferencesStatement(db),
    problemsStatement(db),
    findAlarmsStatement(db, now),
    dayFiguresStatement(db, now),
    liveCountsStatement(db, now),
  ])
  return {
    reports: waitingReports[0] ?? none,
    photos: waitingPhotos ?? none,
    verifications: waitingVerifications ?? none,
    appeals: waitingAppeals ?? none,
    messages: waitingMessages[0] ?? none,
    emails: failedEmails[0] ?? none,
    differences: differences[0] ?? none,
    problems: problems[0] ?? none,
    alarms,
    figures: arrangeFigures(figures, now),
    live: toLiveCounts(live[0]),
  }
}

const none = { total: 0, oldest: null }

const memberColumns = {
  id: members.id,
  email: members.email,
  firstName: members.firstName,
  state: ownStateSql().as('own_state'),
  role: members.role,
  createdAt: members.createdAt,
}

/**
 * Reads a member with their restrictions and, in the same batch, writes the audit entry for viewing them; null if they no longer
 * exist.
 */
export async function openMember(db: Database, id: string, actorId: string, now: number) {
  const entry = { actorId, action: 'member.viewed', subjectKind: 'member', subjectId: id } as const
  const [, [member], restrictions] = await db.batch([
    auditStatement(db, entry, now, sql`exists (select 1 from ${members} where id = ${id})`),
    db.select(memberColumns).from(members).where(eq(members.id, id)),
    restrictionsStatement(db, id),
  ])
  return member ? { member, restrictions } : null
}
export type OpenedMember = NonNullable<Awaited<ReturnType<typeof openMember>>>

type LookUp = {
  /** The complete address, in lower case. */
  email: string
  /** A keyed hash of it, which the log keeps if no member has the address. */
  addressHash: string
  actorId: string
}

/** Finds a member's id by the email address. The audit log gets whom it found, or the address's hash: no look is unseen. */
export async function lookUpMember(db: Database, look: LookUp, now: number): Promise<string | null> {
  const { email, addressHash, actorId } = look
  const miss = { actorId, action: 'member.not-found', subjectKind: 'address', subjectId: addressHash } as const
  const [, , [found]] = await db.batch([
    auditStatement(db, miss, now, sql`not exists (select 1 from ${members} where email = ${email})`),
    db.all(sql`
      insert into ${auditLog} (id, actor_id, action, subject_kind, subject_id, detail, at)
      select ${auditIdSql}, ${actorId}, 'member.found', 'member', m.id, '{}', ${now} from ${members} m where m.email = ${email}`),
    db.select({ id: members.id }).from(members).where(eq(members.email, email)),
  ])
  return found?.id ?? null
}

/** Counts of possible attacks since a day (ISO date), the newest first. */
export function listSecurityEvents(db: Database, since: string) {
  return db
    .select({ day: securityEvents.day, kind: securityEvents.kind, count: securityEvents.count })
    .from(securityEvents)
    .where(gte(securityEvents.day, since))
    .orderBy(desc(securityEvents.day))
}

type AuditPart = { cursor: TimeCursor | null; limit: number; page: string }

/** Newest first, after the cursor, with an entry for viewing the log itself, which appears at the next view. */
export async function listAudit(db: Database, staffId: string, { page, ...part }: AuditPart, now: number) {
  const entry = { actorId: staffId, action: 'audit.viewed', subjectKind: 'page', subjectId: page } as const
  const [rows] = await db.batch([auditStatementOfPage(db, staffId, part), auditStatement(db, entry, now)])
  return rows
}

/** `reason`: of a decided report, which stores the text. */
function auditStatementOfPage(db: Database, staffId: string, { cursor, limit }: Omit<AuditPart, 'page'>) {
  return db
    .select({
      id: auditLog.id,
      at: auditLog.at,
      actorId: auditLog.actorId,
      actorName: members.firstName,
      action: auditLog.action,
      subjectKind: auditLog.subjectKind,
      subjectId: auditLog.subjectId,
      detail: auditLog.detail,
      reason: sql<
        string | null
      >`case when ${auditLog.action} = 'report.decided' then ${decisionReasonSql(sql`${auditLog.subjectId}`, staffId)} end`,
    })
    .from(auditLog)
    .leftJoin(members, eq(members.id, auditLog.actorId))
    .where(isBehindSql(auditLog.at, auditLog.id, cursor))
    .orderBy(desc(auditLog.at), desc(auditLog.id))
    .limit(limit)
}
export type AuditRow = Awaited<ReturnType<typeof listAudit>>[number]
