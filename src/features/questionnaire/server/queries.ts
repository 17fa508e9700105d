import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { cities, members, profiles, sessions } from '#db/schema.ts'

/** What the questionnaire knows of a member; every column has a name of its own, as a batch needs it. */
const answers = {
  id: members.id,
  state: members.state,
  gender: profiles.gender,
  avatar: profiles.avatar,
  cellX: profiles.cellX,
  cityId: profiles.cityId,
  intent: profiles.intent,
  seeksAgeMin: profiles.seeksAgeMin,
  seeksAgeMax: profiles.seeksAgeMax,
  about: profiles.about,
  interests: profiles.interests,
  languages: profiles.languages,
  heightCm: profiles.heightCm,
}

/** For the page's batch. */
export function answersStatement(db: Database, memberId: string) {
  return db.select(answers).from(members).innerJoin(profiles, eq(profiles.memberId, members.id)).where(eq(members.id, memberId))
}

/** The answers of the member behind a session, or null when it has ended. */
export async function findAnswers(db: Database, session: { sub: string; sid: string }, now: number) {
  const rows = await db
    .select(answers)
    .from(members)
    .innerJoin(profiles, eq(profiles.memberId, members.id))
    .innerJoin(
      sessions,
      and(
        eq(sessions.id, session.sid),
        eq(sessions.subjectId, members.id),
        isNull(sessions.revokedAt),
        gt(sessions.expiresAt, now),
      ),
    )
    .where(eq(members.id, session.sub))
  return rows[0] ?? null
}
export type Answers = NonNullable<Awaited<ReturnType<typeof findAnswers>>>

export function citiesStatement(db: Database) {
  return db.select({ id: cities.id, country: cities.country, names: cities.names }).from(cities)
}

export async function findCity(db: Database, id: string) {
  const rows = await db.select({ id: cities.id, cellX: cities.cellX, cellY: cities.cellY }).from(cities).where(eq(cities.id, id))
  return rows[0] ?? null
}

type ProfilePatch = Partial<
  Pick<
    typeof profiles.$inferInsert,
    'avatar' | 'cityId' | 'intent' | 'seeksAgeMin' | 'seeksAgeMax' | 'about' | 'interests' | 'completeness'
  >
>

/** Saves one step of a member who is still at it. */
export async function saveAnswers(db: Database, memberId: string, patch: ProfilePatch, now: number): Promise<void> {
  await db
    .update(profiles)
    .set({ ...patch, updatedAt: now })
    .where(
      and(eq(profiles.memberId, memberId), sql`exists (select 1 from members where id = ${memberId} and state = 'incomplete')`),
    )
}

/**
 * The last step: its answers, `complete` and `discoverable` in one batch, so that nobody is found half-finished. A second
 * call changes nothing, because the member is no longer incomplete.
 */
export async function finish(db: Database, memberId: string, patch: ProfilePatch, now: number): Promise<void> {
  await db.batch([
    db
      .update(profiles)
      .set({ ...patch, discoverable: true, activeAt: now, updatedAt: now })
      .where(
        and(eq(profiles.memberId, memberId), sql`exists (select 1 from members where id = ${memberId} and state = 'incomplete')`),
      ),
    db
      .update(members)
      .set({ state: 'complete', updatedAt: now })
      .where(and(eq(members.id, memberId), eq(members.state, 'incomplete'))),
  ])
}
