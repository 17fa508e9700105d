import { and, eq, lte, lt, not, sql, type SQL } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { areas, members, profiles } from '#db/schema.ts'
import { isDeletedSql } from '#db/predicates/own-state.ts'
import { activityDayMs, activityStepMs, keptActivity } from '../rules.ts'
import { portraitSql, verifiedAtSql } from '#db/predicates/photos.ts'
import { isVisibleSql } from '#db/predicates/visible.ts'

/** All answers with their visibilities: these rows must pass through `visibleFields` before another member gets them. */
export const answerColumns = {
  about: profiles.about,
  aboutLanguage: profiles.aboutLanguage,
  intent: profiles.intent,
  interests: profiles.interests,
  languages: profiles.languages,
  heightCm: profiles.heightCm,
  body: profiles.body,
  drinking: profiles.drinking,
  smoking: profiles.smoking,
  education: profiles.education,
  kids: profiles.kids,
  politics: profiles.politics,
  religion: profiles.religion,
  orientation: profiles.orientation,
  visibility: profiles.visibility,
}

/**
 * Selects one person as another member may see them: one row or none. Every alias is unique, because D1 merges columns of the
 * same name in a batch.
 */
export function findPersonStatement(db: Database, viewerId: string, personId: string) {
  return db
    .select({
      id: profiles.memberId,
      firstName: members.firstName,
      avatar: portraitSql().as('portrait'),
      ...answerColumns,
      promptAnswers: profiles.promptAnswers,
      gender: profiles.gender,
      birthDate: profiles.birthDate,
      cellX: profiles.cellX,
      cellY: profiles.cellY,
      showsOnline: profiles.showsOnline,
      verified: profiles.verified,
      verifiedAt: verifiedAtSql().as('verified_at'),
      showsPremium: profiles.showsPremium,
      premiumUntil: members.premiumUntil,
      activeAt: profiles.activeAt,
      quiz: profiles.quiz,
      revision: profiles.revision,
    })
    .from(profiles)
    .innerJoin(members, eq(members.id, profiles.memberId))
    .where(and(eq(profiles.memberId, personId), isVisibleSql(viewerId)))
}

/**
 * Selects the member's own facts with which other people are compared: whom they look for, where, and what they like. One row or
 * none.
 */
export function findGroundStatement(db: Database, memberId: string) {
  return db
    .select({
      interests: profiles.interests,
      intent: profiles.intent,
      languages: profiles.languages,
      cellX: profiles.cellX,
      cellY: profiles.cellY,
      seeksMask: profiles.seeksMask,
      seeksAgeMin: profiles.seeksAgeMin,
      seeksAgeMax: profiles.seeksAgeMax,
      quiz: profiles.quiz,
    })
    .from(profiles)
    .where(eq(profiles.memberId, memberId))
}

/**
 * Where a listed member lives, and their last activity as stored (ms). `parts`: of the area; `nextParts`: those into which it is being
 * divided.
 */
export type NotedActivity = { id: string; activeAt: number; x: number; y: number; parts: number; nextParts: number | null }

/**
 * Records a member's activity, by which lists are sorted and the online dot is shown. Returns it for the area that lists the member;
 * null if none does, or if a later one is stored.
 */
export async function noteActivity(db: Database, memberId: string, now: number): Promise<NotedActivity | null> {
  const isOf = eq(profiles.memberId, memberId)
  const activeAt = keptActivitySql(now)
  return toNotedActivity(
    await activityUpdate(db, activeAt)
      .where(and(isOf, lt(profiles.activeAt, activeAt)))
      .returning(notedColumns),
  )
}

/** The same for a batch, if the stored one is old enough (`isActivityStale`). `member`: SQL of an id. */
export function staleActivityStatement(db: Database, member: SQL, now: number) {
  const activeAt = keptActivitySql(now)
  const isStale = lte(profiles.activeAt, sql`${activeAt} - ${activityStepMs}`)
  return activityUpdate(db, activeAt)
    .where(and(eq(profiles.memberId, member), isStale, not(isDeletedSql(sql`${profiles.memberId}`))))
    .returning(notedColumns)
}

const activityUpdate = (db: Database, activeAt: SQL) => db.update(profiles).set({ activeAt })

type NotedRow = Awaited<ReturnType<typeof staleActivityStatement>>[number]

export function toNotedActivity([row]: readonly NotedRow[]): NotedActivity | null {
  if (!row?.isListed || row.x === null || row.y === null || row.parts === null) return null
  return { id: row.id, activeAt: row.activeAt, x: row.x, y: row.y, parts: row.parts, nextParts: row.nextParts }
}

/** A column of the area of the profile that a statement writes. */
const ofArea = (column: string): SQL<number | null> =>
  sql<
    number | null
  >`(select ${sql.raw(column)} from ${areas} a where a.parent_x = profiles.parent_x and a.parent_y = profiles.parent_y)`

const notedColumns = {
  id: profiles.memberId,
  activeAt: profiles.activeAt,
  isListed: profiles.discoverable,
  x: profiles.parentX,
  y: profiles.parentY,
  parts: ofArea('parts'),
  nextParts: ofArea('next_parts'),
}

/** `keptActivity` in SQL, using the row's own setting: a page that was read earlier may have an older one. */
export function keptActivitySql(at: number): SQL {
  return sql`case when ${profiles.showsOnline} then ${at} else ${keptActivity(at, false)} end`
}

/** The last activity as stored from the moment a member hides it. */
export const hiddenActivitySql = sql`${profiles.activeAt} - ${profiles.activeAt} % ${sql.raw(String(activityDayMs))}`
