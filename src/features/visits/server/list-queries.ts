import { and, desc, eq, gt, sql } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { members, profiles, visits } from '#db/schema.ts'
import { isBehindSql, type TimeCursor } from '#db/time-cursor.ts'
import { relationshipColumns } from '#features/likes/server/public.ts'
import { mostCounted } from '#shared/count.ts'
import { visitLifetimeMs, visitorsPageSize } from '../contract.ts'
import { notBlockedSql } from '#db/predicates/not-blocked.ts'
import { isFavouriteSql } from '#db/predicates/favourite.ts'
import { hasPassedSql, likesSql } from '#db/predicates/likes.ts'
import { portraitSql } from '#db/predicates/photos.ts'

/**
 * Condition for visits that the member may see: of the last 30 days, by visible people on whom they have not passed. None at all
 * for members who leave no visits. `profiles` is the visitor's.
 */
function isShown(viewerId: string, now: number) {
  return and(
    eq(visits.visitedId, viewerId),
    gt(visits.lastAt, now - visitLifetimeMs),
    eq(profiles.discoverable, true),
    notBlockedSql(sql`${viewerId}`, sql`${visits.visitorId}`),
    sql`not ${hasPassedSql(viewerId, visits.visitorId, now)}`,
    sql`not exists (select 1 from profiles own where own.member_id = ${viewerId} and own.browses_invisibly = 1)`,
  )
}

/** One page, the latest visit first, with one extra row if there is a next page. */
export function visitorsStatement(
  db: Database,
  { viewerId, now, cursor }: { viewerId: string; now: number; cursor: TimeCursor | null },
) {
  // Every column has a unique name, because D1 merges columns of the same name in a batch.
  return db
    .select({
      id: visits.visitorId,
      firstName: members.firstName,
      birthDate: profiles.birthDate,
      avatar: portraitSql().as('portrait'),
      intent: profiles.intent,
      interests: profiles.interests,
      visibility: profiles.visibility,
      showsOnline: profiles.showsOnline,
      activeAt: profiles.activeAt,
      verified: profiles.verified,
      at: visits.lastAt,
      count: visits.count,
      ...relationshipColumns(viewerId, visits.visitorId),
      likesMe: likesSql(visits.visitorId, viewerId).as('likes_me'),
      isFavourite: isFavouriteSql(sql`${viewerId}`, sql`${visits.visitorId}`).as('is_favourite'),
    })
    .from(visits)
    .innerJoin(members, eq(members.id, visits.visitorId))
    .innerJoin(profiles, eq(profiles.memberId, visits.visitorId))
    .where(and(isShown(viewerId, now), isBehindSql(visits.lastAt, visits.visitorId, cursor)))
    .orderBy(desc(visits.lastAt), desc(visits.visitorId))
    .limit(visitorsPageSize + 1)
}

export type VisitorRow = Awaited<ReturnType<typeof visitorsStatement>>[number]

/** The member's own state: the time since which visits are new, and whether they can see any. */
export function ownViewStatement(db: Database, viewerId: string) {
  return db
    .select({ seenAt: profiles.visitorsSeenAt, isInvisible: profiles.browsesInvisibly })
    .from(profiles)
    .where(eq(profiles.memberId, viewerId))
}

/**
 * Counts visitors since the member last opened the list, under the list's conditions. `latestAt`: the latest of their visits, 0
 * without any.
 */
export async function readVisitorNews(
  db: Database,
  viewerId: string,
  now: number,
): Promise<{ people: number; latestAt: number }> {
  const [row] = await visitorNewsStatement(db, viewerId, now)
  return { people: row?.people ?? 0, latestAt: row?.latestAt ?? 0 }
}

/** As above, as a statement for a batch: one row. */
export function visitorNewsStatement(db: Database, viewerId: string, now: number) {
  const found = db
    .select({ at: visits.lastAt })
    .from(visits)
    .innerJoin(profiles, eq(profiles.memberId, visits.visitorId))
    .where(
      and(
        isShown(viewerId, now),
        gt(visits.lastAt, sql`(select own.visitors_seen_at from profiles own where own.member_id = ${viewerId})`),
      ),
    )
    .orderBy(desc(visits.lastAt))
    .limit(mostCounted)
    .as('found')
  return db
    .select({ people: sql<number>`count(*)`.as('people'), latestAt: sql<number | null>`max(${found.at})`.as('latest_at') })
    .from(found)
}
