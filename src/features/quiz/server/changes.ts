import { sql, type SQL } from 'drizzle-orm'
import { counters, quizAnswers } from '#db/schema.ts'
import { changesPerDay, type QuizAnswer } from '../contract.ts'

const dayMs = 24 * 60 * 60_000

const keyOf = (memberId: string) => `quiz-changes:${memberId}`
const removedKeyOf = (memberId: string, question: number) => `quiz-removed:${memberId}:${question}`

/**
 * SQL: the answer exists and, with `said`, differs from it. Its visibility is ignored, because the compatibility does not depend
 * on it.
 */
function differsSql(memberId: string, question: number, said: QuizAnswer | null): SQL {
  const differs = said
    ? sql`(answer <> ${said.answer} or acceptable_mask <> ${said.acceptableMask} or importance <> ${said.importance})`
    : sql`1`
  return sql`exists (select 1 from ${quizAnswers} where member_id = ${memberId} and question = ${question} and ${differs})`
}

/** Counts a change if there is one: the answer exists and differs from `said`. */
export function countChangeSql(memberId: string, question: number, said: QuizAnswer | null, now: number): SQL {
  return sql`
    insert into ${counters} (key, count, expires_at)
    select ${keyOf(memberId)}, 1, ${now + dayMs}
    where ${differsSql(memberId, question, said)}
    on conflict (key) do update set
      count = case when expires_at <= ${now} then 1 else count + 1 end,
      expires_at = case when expires_at <= ${now} then excluded.expires_at else expires_at end`
}

/**
 * Records for a day that an answer was taken back. Answering the question again then does not count as a first answer, which
 * would evade the limit.
 */
export function noteRemovalSql(memberId: string, question: number, now: number): SQL {
  return sql`
    insert into ${counters} (key, count, expires_at)
    select ${removedKeyOf(memberId, question)}, 1, ${now + dayMs}
    where ${differsSql(memberId, question, null)}
    on conflict (key) do update set expires_at = excluded.expires_at`
}

/** SQL: `said` may be saved, because it changes nothing that counts or the limit allows it. */
export function maySaveSql(memberId: string, said: QuizAnswer, now: number): SQL {
  const { question } = said
  return sql`(
    not exists (select 1 from ${counters} where key = ${keyOf(memberId)} and expires_at > ${now} and count > ${changesPerDay})
    or not (${differsSql(memberId, question, said)}
      or (not ${differsSql(memberId, question, null)}
        and exists (select 1 from ${counters} where key = ${removedKeyOf(memberId, question)} and expires_at > ${now}))))`
}
