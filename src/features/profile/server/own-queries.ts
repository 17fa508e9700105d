import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { members, profiles, sessions } from '#db/schema.ts'
import { portraitSql } from '#features/photos/server/public.ts'
import type { StoredAnswers } from '../contract.ts'
import { answerColumns } from './queries.ts'

/** All that a member may see and change of their own profile; every column has a name of its own, as a batch needs it. */
const own = {
  id: members.id,
  state: members.state,
  firstName: members.firstName,
  /** The drawn portrait; `portrait` is what others see, a photo where there is one. */
  avatar: profiles.avatar,
  portrait: portraitSql().as('portrait'),
  gender: profiles.gender,
  birthDate: profiles.birthDate,
  ...answerColumns,
  seeksMask: profiles.seeksMask,
  seeksAgeMin: profiles.seeksAgeMin,
  seeksAgeMax: profiles.seeksAgeMax,
  cityId: profiles.cityId,
  cellX: profiles.cellX,
  showsOnline: profiles.showsOnline,
  verified: profiles.verified,
  activeAt: profiles.activeAt,
  revision: profiles.revision,
  quiz: profiles.quiz,
}

/** For a page's batch. */
export function ownProfileStatement(db: Database, memberId: string) {
  return db.select(own).from(members).innerJoin(profiles, eq(profiles.memberId, members.id)).where(eq(members.id, memberId))
}

/** The profile of the member behind a session, or null when it has ended. */
export async function findOwnProfile(db: Database, session: { sub: string; sid: string }, now: number) {
  const rows = await db
    .select(own)
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
export type OwnProfile = NonNullable<Awaited<ReturnType<typeof findOwnProfile>>>

export type ProfilePatch = Partial<StoredAnswers> &
  Partial<Pick<typeof profiles.$inferInsert, 'avatar' | 'cityId' | 'seeksMask' | 'seeksAgeMin' | 'seeksAgeMax' | 'completeness'>>

type Edit = { patch: ProfilePatch; visibility: Record<string, string>; from: number }

/**
 * Saves an edit that was made from revision `from`, in one statement. Returns the new revision, or null when the profile
 * has changed since: then nothing is written.
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
 * Pauses or resumes: what others find and the member's state change in one batch, and only from one of the two states, so
 * a repeat changes nothing and nobody comes back from a restriction this way.
 */
export async function setPaused(db: Database, memberId: string, pause: boolean, now: number): Promise<void> {
  const [from, to] = pause ? (['complete', 'paused'] as const) : (['paused', 'complete'] as const)
  await db.batch([
    db
      .update(profiles)
      .set({ discoverable: !pause, revision: sql`${profiles.revision} + 1`, updatedAt: now })
      .where(
        and(eq(profiles.memberId, memberId), sql`exists (select 1 from members where id = ${memberId} and state = ${from})`),
      ),
    db
      .update(members)
      .set({ state: to, updatedAt: now })
      .where(and(eq(members.id, memberId), eq(members.state, from))),
  ])
}
