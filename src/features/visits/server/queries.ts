import { and, eq, lt, sql, type SQL } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { profiles, profileViews, visits } from '#db/schema.ts'
import { sameVisitMs, visitLifetimeMs } from '../contract.ts'
import { notBlockedSql } from '#db/predicates/not-blocked.ts'
import { isVisibleStatement } from '#db/predicates/visible.ts'

export type Visit = { visitorId: string; visitedId: string; now: number }

/**
 * Counts a visit, in one statement with its conditions. The visited member is visible, is not the visitor, and is not blocked
 * either way. Neither of the two browses invisibly, and half an hour has passed since the last visit. After 30 days without a
 * visit the count restarts, even before the cleanup. True if a visit was added.
 */
export async function recordVisit(db: Database, visit: Visit): Promise<boolean> {
  const [written] = await db.batch([visitStatement(db, visit), viewStatement(db, visit)])
  return written.length > 0
}

/**
 * Counts a visit, and reads whether the visitor may see the person: rows of the first statement imply some of the last. `isActing`:
 * see `batchAsMember`.
 */
export function visibleVisitStatements(db: Database, visit: Visit & { isActing: SQL }) {
  const visible = isVisibleStatement(db, visit.visitorId, visit.visitedId)
  return [visitStatement(db, visit), viewStatement(db, visit), visible] as const
}

function visitStatement(db: Database, { visitorId, visitedId, now, isActing = sql`1` }: Visit & { isActing?: SQL }) {
  return db.all(sql`
    insert into ${visits} (visitor_id, visited_id, last_at, count)
    select visitor.member_id, visited.member_id, ${now}, 1
    from ${profiles} visited join ${profiles} visitor on visitor.member_id = ${visitorId}
    where ${isActing} and visited.member_id = ${visitedId} and visited.discoverable = 1 and visited.member_id <> visitor.member_id
      and visitor.browses_invisibly = 0 and visited.browses_invisibly = 0 and ${notBlockedSql(sql`visitor.member_id`, sql`visited.member_id`)}
    on conflict (visitor_id, visited_id) do update set last_at = excluded.last_at,
      count = case when last_at <= ${now - visitLifetimeMs} then 1 else count + 1 end
    where last_at <= ${now - sameVisitMs}
    returning 1`)
}

/** Records the time of the visit that the previous statement has counted; `changes()` refers to it. */
function viewStatement(db: Database, { visitedId, now }: Visit) {
  return db.all(sql`
    insert into ${profileViews} (member_id, at, views) select ${visitedId}, ${now}, 1 where changes() = 1
    on conflict (member_id, at) do update set views = views + 1`)
}

/** Marks visitors up to `until` as seen. The time never moves back, because an old window may report late. */
export async function markVisitorsSeen(db: Database, memberId: string, until: number): Promise<void> {
  await db
    .update(profiles)
    .set({ visitorsSeenAt: until })
    .where(and(eq(profiles.memberId, memberId), lt(profiles.visitorsSeenAt, until)))
}
