import { and, count, eq, inArray, min, ne, sql, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { Database } from '#db/database.ts'
import { ownStateSql } from '#db/predicates/own-state.ts'
import { encounterPauses, members, photos, reportEvidence, reports } from '#db/schema.ts'
import { auditStatement, lookStatement as listLookStatement } from '#features/audit/server/public.ts'
import { mayActSql } from '#server/auth/may-act.ts'
import { mostDecidedTogether, type MessagesEvidence, type ProfileEvidence } from '../contract.ts'
import { evidencePhotos } from '../rules.ts'

const reporter = alias(members, 'reporter')
const reported = alias(members, 'reported')

/** Moderators neither decide reports about themselves nor learn here that they were reported. */
const isForStaff = (staffId: string): SQL | undefined => and(ne(reports.reporterId, staffId), ne(reports.reportedId, staffId))

/** Open, and for this moderator. */
export const isWaiting = (staffId: string) => and(eq(reports.state, 'open'), isForStaff(staffId))

/** Accounts may have been deleted; then name and state are null. */
const reportColumns = {
  reportId: reports.id,
  category: reports.category,
  source: reports.source,
  state: reports.state,
  createdAt: reports.createdAt,
  reporterId: reports.reporterId,
  reporterName: sql<string | null>`${reporter.firstName}`.as('reporter_name'),
  reporterState: sql<string | null>`${ownStateSql('reporter')}`.as('reporter_state'),
  reportedId: reports.reportedId,
  reportedName: sql<string | null>`${reported.firstName}`.as('reported_name'),
  reportedState: sql<string | null>`${ownStateSql('reported')}`.as('reported_state'),
  /** How many reports there are about the same member, by anyone, including this one. */
  aboutThem: sql<number>`(select count(*) from reports same where same.reported_id = ${reports.reportedId})`.as('about_them'),
}

/** Where the next page begins: after the report with this time and id. */
export type QueuedReportKey = { at: number; id: string }

type QueuePart = { after: QueuedReportKey | null; limit: number; page: string }

/**
 * Lists open reports, the oldest first, with one more than `limit` if there is one, and the audit entry for viewing them in the
 * same batch.
 */
export async function listOpenReports(db: Database, staffId: string, { after, limit, page }: QueuePart, now: number) {
  const isBehind = after ? sql`(${reports.createdAt}, ${reports.id}) > (${after.at}, ${after.id})` : undefined
  const isListed = and(isWaiting(staffId), isBehind)
  const ids = db.select({ id: reports.id }).from(reports).where(isListed).orderBy(reports.createdAt, reports.id).limit(limit)
  const [, rows] = await db.batch([
    listLookStatement(db, { actorId: staffId, action: 'reports.listed', page }, sql`${ids}`, now),
    selectReports(db)
      .where(isListed)
      .orderBy(reports.createdAt, reports.id)
      .limit(limit + 1),
  ])
  return rows
}

function selectReports(db: Database) {
  return db
    .select(reportColumns)
    .from(reports)
    .leftJoin(reporter, eq(reporter.id, reports.reporterId))
    .leftJoin(reported, eq(reported.id, reports.reportedId))
}
export type ReportRow = Awaited<ReturnType<typeof listOpenReports>>[number]

/** For a batch: how many there are, and since when the oldest has been waiting. */
export function openReportsStatement(db: Database, staffId: string) {
  return db
    .select({ total: count().as('total'), oldest: min(reports.createdAt) })
    .from(reports)
    .where(isWaiting(staffId))
}

/**
 * The open report after this one that the moderator may decide, the oldest first; after the newest it starts again. Null: no
 * other waits for them.
 */
export async function findNextReport(db: Database, id: string, staffId: string): Promise<string | null> {
  const shown = sql`(select shown.created_at, shown.id from ${reports} shown where shown.id = ${id})`
  const isTheirs = mayActSql('decideAboutReport', staffId, sql`${reports.reportedId}`)
  const [next] = await db
    .select({ id: reports.id })
    .from(reports)
    .where(and(isWaiting(staffId), ne(reports.id, id), isTheirs))
    .orderBy(sql`(${reports.createdAt}, ${reports.id}) < ${shown}`, reports.createdAt, reports.id)
    .limit(1)
  return next?.id ?? null
}

export type OpenedReport = Awaited<ReturnType<typeof reportStatement>>[number] & {
  profile: ProfileEvidence | null
  messages: MessagesEvidence | null
  takenAt: number | null
  /** Other open reports about the same member, the oldest first. */
  others: ReportRow[]
}

/**
 * A report for this moderator, whatever its state. `pausedAt`: since when the reported member has been paused from encounters.
 */
function reportStatement(db: Database, id: string, staffId: string) {
  return db
    .select({
      ...reportColumns,
      text: reports.text,
      reportedRole: sql<'member' | 'moderator' | 'operator' | null>`${reported.role}`.as('reported_role'),
      decidedAt: reports.decidedAt,
      decisionReason: reports.decisionReason,
      pausedAt: sql<number | null>`${encounterPauses.pausedAt}`.as('paused_at'),
    })
    .from(reports)
    .leftJoin(reporter, eq(reporter.id, reports.reporterId))
    .leftJoin(reported, eq(reported.id, reports.reportedId))
    .leftJoin(encounterPauses, eq(encounterPauses.memberId, reports.reportedId))
    .where(and(eq(reports.id, id), isForStaff(staffId)))
}

function othersStatement(db: Database, id: string, staffId: string) {
  const reportedId = sql`(select shown.reported_id from ${reports} shown where shown.id = ${id})`
  return selectReports(db)
    .where(and(eq(reports.reportedId, reportedId), ne(reports.id, id), isWaiting(staffId)))
    .orderBy(reports.createdAt, reports.id)
    .limit(mostDecidedTogether)
}

/**
 * Reads a report with its evidence and writes the audit entry of the view, in one batch. Null: there is none that this moderator
 * may see.
 */
export async function openReport(db: Database, id: string, staffId: string, now: number): Promise<OpenedReport | null> {
  const [, [row], evidence, others] = await db.batch([
    lookStatement(db, { id, staffId, action: 'report.viewed', detail: {} }, now),
    reportStatement(db, id, staffId),
    evidenceStatement(db, id),
    othersStatement(db, id, staffId),
  ])
  if (!row) return null
  return { ...row, ...toEvidence(evidence), takenAt: evidence[0]?.takenAt ?? null, others }
}

/** Which picture of the evidence: that of a message by its number, or one of the profile's by its position, from 0. */
export type EvidencePicture = { seq: number } | { position: number }

/** The key of a picture in the evidence, with its own audit entry; null if there is none. */
export async function openEvidencePicture(
  db: Database,
  { id, picture, staffId }: { id: string; picture: EvidencePicture; staffId: string },
  now: number,
): Promise<string | null> {
  const [seen, rows] = await db.batch([
    lookStatement(db, { id, staffId, action: 'report.photo-viewed', detail: picture }, now),
    evidenceStatement(db, id),
  ])
  if (seen.length === 0) return null
  const { profile, messages } = toEvidence(rows)
  if ('position' in picture) return profile ? (evidencePhotos(profile)[picture.position]?.key ?? null) : null
  return messages?.messages.find(({ seq }) => seq === picture.seq)?.photo?.key ?? null
}

type Look = { id: string; staffId: string; action: 'report.viewed' | 'report.photo-viewed'; detail: Record<string, number> }

function lookStatement(db: Database, { id, staffId, action, detail }: Look, now: number) {
  const isTheirs = sql`exists (select 1 from ${reports} where ${and(eq(reports.id, id), isForStaff(staffId))})`
  return auditStatement(db, { actorId: staffId, action, subjectKind: 'report', subjectId: id, detail }, now, isTheirs)
}

function evidenceStatement(db: Database, id: string) {
  return db
    .select({ kind: reportEvidence.kind, data: reportEvidence.data, takenAt: reportEvidence.takenAt })
    .from(reportEvidence)
    .where(eq(reportEvidence.reportId, id))
}

type EvidenceRow = Pick<typeof reportEvidence.$inferSelect, 'kind' | 'data'>

/** Only `writeReport` writes these rows. */
export function toEvidence(rows: readonly EvidenceRow[]) {
  const find = (kind: 'profile' | 'messages') => rows.find((row) => row.kind === kind)?.data ?? null
  return { profile: find('profile') as ProfileEvidence | null, messages: find('messages') as MessagesEvidence | null }
}

/** Returns a report without its evidence, or null if there is none for this moderator. */
export async function findReported(db: Database, id: string, staffId: string) {
  const [report] = await reportStatement(db, id, staffId)
  return report ?? null
}

/** Returns SQL of the reason for a decision; null for the reporter and the reported member. `reportId` is SQL of an id. */
export function decisionReasonSql(reportId: SQL, staffId: string) {
  return sql<
    string | null
  >`(select ${reports.decisionReason} from ${reports} where ${reports.id} = ${reportId} and ${isForStaff(staffId)})`
}

/** Returns those of some photos that their owner has not removed since. */
export async function findRemainingPhotos(db: Database, keys: readonly string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set()
  const wanted = sql`(select value from json_each(${JSON.stringify(keys)}))`
  const rows = await db.select({ key: photos.key }).from(photos).where(inArray(photos.key, wanted))
  return new Set(rows.map(({ key }) => key))
}
