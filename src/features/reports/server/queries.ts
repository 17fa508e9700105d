import { and, eq, inArray, isNull, sql, type SQL } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { members, pairs, profiles, reportEvidence, reports } from '#db/schema.ts'
import { blockStatements, keepApartStatement, meetingStatement } from '#features/blocks/server/public.ts'
import { conversationStatement } from '#features/chat/server/public.ts'
import { reportableTieStatement, tieEvidenceStatement } from './tie-evidence.ts'
import { shownPhotosStatement } from '#features/photos/server/public.ts'
import { answerColumns } from '#features/profile/server/public.ts'
import {
  encounterSources,
  pageSources,
  reportLimits,
  type EncounterSource,
  type MessagesEvidence,
  type PageSource,
  type ProfileEvidence,
  type ReportSource,
} from '../contract.ts'
import { isEncounter } from '../rules.ts'
import { pauseStatement } from './encounter-pauses.ts'
import type { ReportInput } from './schemas.ts'
import { isMatchSql } from '#db/predicates/likes.ts'
import { portraitSql } from '#db/predicates/photos.ts'

/** The reporter and the reported member, with the id of their conversation, past or present. */
export type ReportPair = { reporterId: string; other: string; conversation: string | null }

/**
 * The reporter's open report of a member, made from one of these sources. Reports of known people and of strangers never count
 * together, because that would reveal who a stranger was. `other` may be SQL of an id.
 */
export const isOpenOf = (
  { reporterId, other }: { reporterId: string; other: string | SQL },
  sources: readonly ReportSource[] = pageSources,
) =>
  and(
    eq(reports.reporterId, reporterId),
    eq(reports.reportedId, other),
    eq(reports.state, 'open'),
    inArray(reports.source, [...sources]),
  )

type ReportContext = { conversation: string | null; isWithinReach: boolean; isOpen: boolean }

/**
 * One batch: whether the member can be reported, and whether the same reporter has an open report of them. A reporter may report
 * anyone whom they can meet or with whom they have ever had a conversation, and who wrote a line with a like of them, for 30 days after
 * its withdrawal. Ending a conversation prevents no report, and the answer does not reveal how it ended.
 */
export async function findReportContext(db: Database, reporterId: string, other: string, now: number): Promise<ReportContext> {
  const [met, [talk], open, tied] = await db.batch([
    meetingStatement(db, reporterId, other),
    conversationStatement(db, reporterId, other),
    db.select({ id: reports.id }).from(reports).where(isOpenOf({ reporterId, other })).limit(1),
    reportableTieStatement(db, { giverId: other, receiverId: reporterId }, now),
  ])
  const conversation = talk?.conversation ?? null
  return { conversation, isWithinReach: met.length > 0 || conversation !== null || tied.length > 0, isOpen: open.length > 0 }
}

/** The visible profile of a member, their like's tie, and whether the two are matched. `visibleFields` omits hidden answers. */
export async function readProfile(db: Database, { reporterId, other, conversation }: ReportPair) {
  const [[profile], photos, matches, ties] = await db.batch([
    db
      .select({
        firstName: members.firstName,
        birthDate: profiles.birthDate,
        gender: profiles.gender,
        portrait: portraitSql().as('portrait'),
        ...answerColumns,
        promptAnswers: profiles.promptAnswers,
      })
      .from(profiles)
      .innerJoin(members, eq(members.id, profiles.memberId))
      .where(eq(profiles.memberId, other)),
    shownPhotosStatement(db, other),
    db
      .select({ conversation: pairs.conversationId })
      .from(pairs)
      .where(and(eq(pairs.conversationId, conversation ?? ''), isNull(pairs.unmatchedAt))),
    tieEvidenceStatement(db, { giverId: other, receiverId: reporterId }),
  ])
  return { profile: profile ?? null, photos, ties, isMatch: matches.length > 0 }
}

/** Collected before the report: an encounter shows no profile, so its messages are the only evidence. */
type Evidence =
  | { source: PageSource; profile: ProfileEvidence; messages: MessagesEvidence | null }
  | { source: EncounterSource; profile: null; messages: MessagesEvidence }

/**
 * `blocks`: strangers are kept apart only in pairing, because a block would reveal who they were. While the match of two who have
 * both said yes is being written, it depends on whether the match exists.
 */
export type NewReport = Pick<ReportInput, 'category' | 'text'> &
  Evidence & { id: string; pair: ReportPair; blocks?: 'always' | 'if-matched' | 'never'; now: number }

/**
 * The commit point: report, evidence, block and pause in one batch. The report counts inside its own statement, so parallel calls
 * cannot exceed the limit or one open report per pair. Evidence and block follow only if it was written. Strangers are kept apart
 * in pairing, usually instead of a block. The third report of an encounter pauses the member. False, with nothing written: the
 * limit is reached.
 */
export async function writeReport(
  db: Database,
  { id, pair, source, category, text, profile, messages, blocks = 'always', now }: NewReport,
): Promise<boolean> {
  const { reporterId, other, conversation } = pair
  const isWritten = sql`exists (select 1 from ${reports} where ${reports.id} = ${id})`
  const isOpen = sql`exists (select 1 from ${reports} where ${isOpenOf(pair, isEncounter(source) ? encounterSources : pageSources)})`
  const keep = (kind: 'profile' | 'messages', data: ProfileEvidence | MessagesEvidence) =>
    db.all(sql`
      insert into ${reportEvidence} (report_id, kind, data, taken_at)
      select ${id}, ${kind}, ${JSON.stringify(data)}, ${now} where ${isWritten}`)
  const talk = messages ? conversation : null
  const isBlocked = blocks === 'always' ? isOpen : sql`${isOpen} and ${isMatchSql(reporterId, other)}`
  const results = await db.batch([
    db.all(sql`
      insert into ${reports} (id, reporter_id, reported_id, category, text, place, conversation_id, state, created_at)
      select ${id}, ${reporterId}, ${other}, ${category}, ${text}, ${source}, ${talk}, 'open', ${now}
      where not ${isOpen}
        and (select count(*) from ${reports} where reporter_id = ${reporterId} and created_at > ${now - reportLimits.windowMs})
          < ${reportLimits.most}`),
    ...(profile ? [keep('profile', profile)] : []),
    ...(messages ? [keep('messages', messages)] : []),
    ...(blocks === 'never' ? [] : blockStatements(db, { blockerId: reporterId, blockedId: other }, now, isBlocked)),
    ...(isEncounter(source) ? [keepApartStatement(db, reporterId, other, isOpen), pauseStatement(db, other)] : []),
    db.all<{ isOpen: 0 | 1 }>(sql`select ${isOpen} as isOpen`),
  ])
  const last: unknown = results.at(-1)
  return Array.isArray(last) && last[0]?.isOpen === 1
}
