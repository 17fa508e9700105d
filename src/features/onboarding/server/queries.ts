import { and, eq, sql } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { isInOwnStateSql, ownStateSql } from '#db/predicates/own-state.ts'
import { cities, members, photos, profiles } from '#db/schema.ts'
import type { StoredAnswers } from '#features/profile/contract.ts'
import { answerColumns, keptActivitySql } from '#features/profile/server/public.ts'

/** Columns of a member that the questionnaire needs; every alias is unique, because a batch needs that. */
const answers = {
  id: members.id,
  state: ownStateSql().as('own_state'),
  gender: profiles.gender,
  avatar: profiles.avatar,
  /** True for a photo that others see, or will see once it is approved. */
  hasPhoto:
    sql<number>`exists (select 1 from ${photos} where ${photos.memberId} = ${members.id} and ${photos.state} <> 'rejected')`.as(
      'has_photo',
    ),
  cellX: profiles.cellX,
  cityId: profiles.cityId,
  cityNames: cities.names,
  seeksAgeMin: profiles.seeksAgeMin,
  seeksAgeMax: profiles.seeksAgeMax,
  ...answerColumns,
  promptAnswers: profiles.promptAnswers,
}

/** Selects the answers, for the page's batch. */
export function answersStatement(db: Database, memberId: string) {
  return db
    .select(answers)
    .from(members)
    .innerJoin(profiles, eq(profiles.memberId, members.id))
    .leftJoin(cities, eq(cities.id, profiles.cityId))
    .where(eq(members.id, memberId))
}

export async function findAnswers(db: Database, memberId: string) {
  const [row] = await answersStatement(db, memberId)
  return row ?? null
}
export type AnswersRow = NonNullable<Awaited<ReturnType<typeof findAnswers>>>

/** `visibility` contains only the fields of this step. */
export type AnswersPatch = Partial<StoredAnswers> &
  Partial<
    Pick<
      typeof profiles.$inferInsert,
      'promptAnswers' | 'avatar' | 'cityId' | 'seeksAgeMin' | 'seeksAgeMax' | 'completeness' | 'visibility'
    >
  >

/** Visibilities are merged in the database, so that a step saved by another window at the same moment keeps its own. */
function toColumns({ visibility = {}, ...patch }: AnswersPatch) {
  return { ...patch, visibility: sql`json_patch(${profiles.visibility}, ${JSON.stringify(visibility)})` }
}

const isStillAtIt = (memberId: string) =>
  and(
    eq(profiles.memberId, memberId),
    sql`exists (select 1 from ${members} where id = ${memberId} and ${isInOwnStateSql(['incomplete'])})`,
  )

/** Saves one step of a member who has not finished the questionnaire. */
export async function saveAnswers(db: Database, memberId: string, patch: AnswersPatch, now: number): Promise<void> {
  await db
    .update(profiles)
    .set({ ...toColumns(patch), updatedAt: now })
    .where(isStillAtIt(memberId))
}

/**
 * Saves the last step: its answers, `complete` and `discoverable` in one batch, so that an unfinished member is never visible. A
 * second call changes nothing, because the member is no longer incomplete.
 */
export async function finish(db: Database, memberId: string, patch: AnswersPatch, now: number): Promise<void> {
  await db.batch([
    db
      .update(profiles)
      .set({ ...toColumns(patch), discoverable: true, activeAt: keptActivitySql(now), updatedAt: now })
      .where(isStillAtIt(memberId)),
    db
      .update(members)
      .set({ state: 'complete', updatedAt: now })
      .where(and(eq(members.id, memberId), isInOwnStateSql(['incomplete']))),
  ])
}
