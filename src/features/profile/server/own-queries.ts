import { and, eq, exists, isNull, or, sql } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { isInOwnStateSql, ownStateSql } from '#db/predicates/own-state.ts'
import { cities, members, profiles, publicProfiles } from '#db/schema.ts'
import type { Gender, StoredAnswers, StoredPromptAnswer } from '../contract.ts'
import { genderMask } from '../rules.ts'
import { answerColumns } from './queries.ts'
import { portraitSql, verifiedAtSql } from '#db/predicates/photos.ts'

/** Columns of a member's own profile that they may see and change; every alias is unique, because a batch needs that. */
const own = {
  id: members.id,
  state: ownStateSql().as('own_state'),
  firstName: members.firstName,
  /** The drawn portrait; others see `portrait`, which is a photo if there is one. */
  avatar: profiles.avatar,
  portrait: portraitSql().as('portrait'),
  gender: profiles.gender,
  birthDate: profiles.birthDate,
  birthDateChangedAt: members.birthDateChangedAt,
  timeZone: members.timeZone,
  ...answerColumns,
  promptAnswers: profiles.promptAnswers,
  seeksMask: profiles.seeksMask,
  seeksAgeMin: profiles.seeksAgeMin,
  seeksAgeMax: profiles.seeksAgeMax,
  cityId: profiles.cityId,
  cityNames: cities.names,
  cellX: profiles.cellX,
  showsOnline: profiles.showsOnline,
  verified: profiles.verified,
  verifiedAt: verifiedAtSql().as('verified_at'),
  showsPremium: profiles.showsPremium,
  premiumUntil: members.premiumUntil,
  activeAt: profiles.activeAt,
  revision: profiles.revision,
  quiz: profiles.quiz,
}

/** Selects the member's own profile, for a page's batch. */
export function ownProfileStatement(db: Database, memberId: string) {
  return db
    .select(own)
    .from(members)
    .innerJoin(profiles, eq(profiles.memberId, members.id))
    .leftJoin(cities, eq(cities.id, profiles.cityId))
    .where(eq(members.id, memberId))
}

export async function findOwnProfile(db: Database, memberId: string) {
  const [profile] = await ownProfileStatement(db, memberId)
  return profile ?? null
}
export type OwnProfile = NonNullable<Awaited<ReturnType<typeof findOwnProfile>>>

export type ProfilePatch = Partial<StoredAnswers> &
  Partial<
    Pick<
      typeof profiles.$inferInsert,
      'promptAnswers' | 'avatar' | 'cityId' | 'seeksMask' | 'seeksAgeMin' | 'seeksAgeMax' | 'completeness'
    >
  >

type Edit = { patch: ProfilePatch; visibility: Record<string, string>; from: number }

/**
 * Saves an edit based on revision `from`, in one statement. Returns the new revision, or null, with nothing written, if the
 * profile has changed since.
 */
export async function saveProfile(
  db: Database,
  memberId: string,
  { patch, visibility, from }: Edit,
  now: number,
): Promise<number | null> {
  const [saved] = await db
    .update(profiles)
    .set({
      ...patch,
      visibility: sql`json_patch(${profiles.visibility}, ${JSON.stringify(visibility)})`,
      revision: from + 1,
      updatedAt: now,
    })
    .where(and(eq(profiles.memberId, memberId), eq(profiles.revision, from)))
    .returning({ revision: profiles.revision })
  return saved?.revision ?? null
}

/**
 * Saves answers to prompts from revision `from`, as `saveProfile` does. On a public profile stay ticked only those that every member
 * sees: an answer that is given again has to be ticked again.
 */
export async function saveAnswers(
  db: Database,
  memberId: string,
  { promptAnswers, from }: { promptAnswers: StoredPromptAnswer[]; from: number },
  now: number,
): Promise<number | null> {
  const open = promptAnswers.filter(({ see }) => see === 'everyone').map(({ prompt }) => prompt)
  const [saved] = await db.batch([
    db
      .update(profiles)
      .set({ promptAnswers, revision: from + 1, updatedAt: now })
      .where(and(eq(profiles.memberId, memberId), eq(profiles.revision, from)))
      .returning({ revision: profiles.revision }),
    // changes() refers to the previous statement: 1 if the profile was written.
    db
      .update(publicProfiles)
      .set({
        prompts: sql`(select json_group_array(value) from json_each(${publicProfiles.prompts})
          where value in (select value from json_each(${JSON.stringify(open)})))`,
      })
      .where(and(eq(publicProfiles.memberId, memberId), sql`changes() = 1`)),
  ])
  return saved[0]?.revision ?? null
}

export type Basics = { firstName: string; gender: Gender; birthDate: string }

/**
 * Saves name, gender and date of birth in both tables, in one batch and from revision `from`. The condition of the first write
 * decides alone: another date of birth is written only if it was never changed. The revision is null, with nothing written, if
 * the profile has changed since, or the date was changed before. `isSpent` distinguishes the two.
 */
export async function saveBasics(
  db: Database,
  memberId: string,
  { basics: { firstName, gender, birthDate }, from }: { basics: Basics; from: number },
  now: number,
): Promise<{ revision: number | null; isSpent: boolean }> {
  const isFrom = and(eq(profiles.memberId, memberId), eq(profiles.revision, from))
  const isOther = sql`${members.birthDate} <> ${birthDate}`
  const [, saved, [stored]] = await db.batch([
    db
      .update(members)
      .set({
        firstName,
        gender,
        birthDate,
        birthDateChangedAt: sql`case when ${isOther} then ${now} else ${members.birthDateChangedAt} end`,
        updatedAt: now,
      })
      .where(
        and(
          eq(members.id, memberId),
          isInOwnStateSql(['complete', 'paused']),
          or(eq(members.birthDate, birthDate), isNull(members.birthDateChangedAt)),
          exists(db.select({ revision: profiles.revision }).from(profiles).where(isFrom)),
        ),
      ),
    // changes() refers to the previous statement: 1 if the member was written.
    db
      .update(profiles)
      .set({ firstName, gender, genderMask: genderMask([gender]), birthDate, revision: from + 1, updatedAt: now })
      .where(and(isFrom, sql`changes() = 1`))
      .returning({ revision: profiles.revision }),
    db
      .select({ isSpent: sql<number>`${isOther} and ${members.birthDateChangedAt} is not null`.as('is_spent') })
      .from(members)
      .where(eq(members.id, memberId)),
  ])
  return { revision: saved[0]?.revision ?? null, isSpent: stored?.isSpent === 1 }
}

/**
 * Pauses or resumes a profile: visibility and the member's state change in one batch. It switches only between these two states,
 * so it is idempotent and cannot end a restriction.
 */
export async function setPaused(db: Database, memberId: string, pause: boolean, now: number): Promise<void> {
  const [from, to] = pause ? (['complete', 'paused'] as const) : (['paused', 'complete'] as const)
  await db.batch([
    db
      .update(profiles)
      .set({ discoverable: !pause, revision: sql`${profiles.revision} + 1`, updatedAt: now })
      .where(
        and(
          eq(profiles.memberId, memberId),
          sql`exists (select 1 from ${members} where id = ${memberId} and ${isInOwnStateSql([from])})`,
        ),
      ),
    db
      .update(members)
      .set({ state: to, updatedAt: now })
      .where(and(eq(members.id, memberId), isInOwnStateSql([from]))),
  ])
}
