import { and, eq, lt, sql, type SQL } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { members, profiles } from '#db/schema.ts'
import { portraitSql } from '#features/photos/server/public.ts'
import { activityDayMs, keptActivity } from '../rules.ts'
import { notBlockedSql } from '#db/predicates/not-blocked.ts'

/**
 * True where `viewerId` may see the row of `profiles`: it is their own, or it is discoverable and no block stands
 * between the two. Absent, paused, restricted, deleted and blocked people simply have no row.
 */
function isVisibleTo(viewerId: string): SQL {
  const viewer = sql`${viewerId}`
  return sql`(${profiles.memberId} = ${viewerId} or (${profiles.discoverable} = 1 and ${notBlockedSql(viewer, sql`${profiles.memberId}`)}))`
}

/**
 * True when `fromId` may act on `toId` at all. Oneself, absent, paused, hidden and blocked people fail alike, so that
 * no answer distinguishes them.
 */
export function isReachableSql(fromId: string, toId: string): SQL {
  return sql`${toId} <> ${fromId} and exists (select 1 from profiles where member_id = ${toId} and discoverable = 1) and ${notBlockedSql(sql`${fromId}`, sql`${toId}`)}`
}

/** All answers with their visibilities: rows of these pass through `visibleFields` before another member gets them. */
export const answerColumns = {
  about: profiles.about,
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
 * Selects one person as another member may see them: no row or one. Every alias is unique, because D1 merges columns of
 * the same name in a batch.
 */
export function findPersonStatement(db: Database, viewerId: string, personId: string) {
  return db
    .select({
      id: profiles.memberId,
      firstName: members.firstName,
      avatar: portraitSql().as('portrait'),
      ...answerColumns,
      gender: profiles.gender,
      birthDate: profiles.birthDate,
      cellX: profiles.cellX,
      cellY: profiles.cellY,
      showsOnline: profiles.showsOnline,
      verified: profiles.verified,
      showsPremium: profiles.showsPremium,
      premiumUntil: members.premiumUntil,
      activeAt: profiles.activeAt,
      quiz: profiles.quiz,
    })
    .from(profiles)
    .innerJoin(members, eq(members.id, profiles.memberId))
    .where(and(eq(profiles.memberId, personId), isVisibleTo(viewerId)))
}

/**
 * Selects the member's own facts that other people are compared with: whom they look for, where, and what they like. No
 * row or one.
 */
export function findGroundStatement(db: Database, memberId: string) {
  return db
    .select({
      interests: profiles.interests,
      intent: profiles.intent,
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

/** Returns a row when `viewerId` may see the profile of `personId`, else none. */
export function isVisibleStatement(db: Database, viewerId: string, personId: string) {
  return db
    .select({ id: profiles.memberId })
    .from(profiles)
    .where(and(eq(profiles.memberId, personId), isVisibleTo(viewerId)))
}

/** Notes a member's activity, by which lists sort and the online dot is shown. */
export async function noteActivity(db: Database, memberId: string, now: number): Promise<void> {
  const activeAt = keptActivitySql(now)
  await db
    .update(profiles)
    .set({ activeAt })
    .where(and(eq(profiles.memberId, memberId), lt(profiles.activeAt, activeAt)))
}

/** `keptActivity` in SQL, by the row's own setting: a page that was read earlier may not know the present one. */
export function keptActivitySql(at: number): SQL {
  return sql`case when ${profiles.showsOnline} then ${at} else ${keptActivity(at, false)} end`
}

/** The last activity as it is stored from the moment when a member hides it. */
export const hiddenActivitySql = sql`${profiles.activeAt} - ${profiles.activeAt} % ${sql.raw(String(activityDayMs))}`
