import { and, eq, sql, type SQL } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { profiles, quizAnswers } from '#db/schema.ts'
import type { Importance, QuizAnswer } from '../contract.ts'
import { packDigits } from '../rules.ts'
import { countChangeSql, maySaveSql, noteRemovalSql } from './changes.ts'

/** For a page's batch: the member's own answers, by question. */
export function ownAnswersStatement(db: Database, memberId: string) {
  return db
    .select({
      question: quizAnswers.question,
      answer: quizAnswers.answer,
      acceptableMask: quizAnswers.acceptableMask,
      // As in packed answers (rules.ts).
      importance: sql<Importance>`case ${quizAnswers.importance} when 50 then 10 else ${quizAnswers.importance} end`.as(
        'importance',
      ),
      isPublic: quizAnswers.isPublic,
      answeredAt: quizAnswers.answeredAt,
    })
    .from(quizAnswers)
    .where(eq(quizAnswers.memberId, memberId))
    .orderBy(quizAnswers.question)
}

/**
 * Saves one answer, unless it is a change beyond today's limit. It is counted inside the batch, so parallel saves cannot exceed
 * the limit. Returns the numbers of all questions that the member has now answered, or null if nothing was saved.
 */
export async function saveAnswer(db: Database, memberId: string, said: QuizAnswer, now: number): Promise<Set<number> | null> {
  const { question, answer, acceptableMask, importance, isPublic } = said
  const [, saved, , answered] = await db.batch([
    db.all(countChangeSql(memberId, question, said, now)),
    db.all(sql`
      insert into ${quizAnswers} (member_id, question, answer, acceptable_mask, importance, is_public, answered_at)
      select ${memberId}, ${question}, ${answer}, ${acceptableMask}, ${importance}, ${Number(isPublic)}, ${now}
      where ${maySaveSql(memberId, said, now)}
      on conflict (member_id, question) do update set answer = excluded.answer, acceptable_mask = excluded.acceptable_mask,
        importance = excluded.importance, is_public = excluded.is_public, answered_at = excluded.answered_at
      returning 1`),
    repackStatement(db, memberId),
    answeredStatement(db, memberId),
  ])
  return saved.length === 0 ? null : new Set(answered.map((row) => row.question))
}

/** Takes one answer back; always succeeds, even if there is none. It counts as a change, and so does saving it again. */
export async function removeAnswer(db: Database, memberId: string, question: number, now: number): Promise<Set<number>> {
  const [, , , , answered] = await db.batch([
    db.all(countChangeSql(memberId, question, null, now)),
    db.all(noteRemovalSql(memberId, question, now)),
    db.delete(quizAnswers).where(and(eq(quizAnswers.memberId, memberId), eq(quizAnswers.question, question))),
    repackStatement(db, memberId),
    answeredStatement(db, memberId),
  ])
  return new Set(answered.map((row) => row.question))
}

function answeredStatement(db: Database, memberId: string) {
  return db.select({ question: quizAnswers.question }).from(quizAnswers).where(eq(quizAnswers.memberId, memberId))
}

/**
 * Writes the packed copy from the rows themselves, in the batch that changed them. Batches run one after another, so the last of
 * several parallel saves packs all of them. No value read earlier by JavaScript can overwrite a newer answer.
 */
function repackStatement(db: Database, memberId: string) {
  return db
    .update(profiles)
    .set({ quiz: packedSql(memberId) })
    .where(eq(profiles.memberId, memberId))
}

/** `pack` of the rules, in SQL. */
function packedSql(memberId: string): SQL {
  const digit = (value: string) => sql.raw(`substr('${packDigits}', (${value}) + 1, 1)`)
  return sql`coalesce((
    select group_concat(${digit('question')} || ${digit('answer * 16 + acceptable_mask')} || ${digit(
      'case importance when 0 then 0 when 1 then 2 when 250 then 8 else 4 end + is_public',
    )}, '' order by question)
    from ${quizAnswers} where member_id = ${memberId}), '')`
}
