import { sql } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { profiles, visits } from '#db/schema.ts'
import { notBlockedSql } from '#features/blocks/server/public.ts'
import { sameVisitMs } from '../rules.ts'

type Visit = { visitorId: string; visitedId: string; now: number }

/**
 * Counts a visit, in one statement with its conditions: only of someone else who can be found and is not blocked either
 * way, only by a visitor who does not browse invisibly, and once in half an hour.
 */
export async function recordVisit(db: Database, { visitorId, visitedId, now }: Visit): Promise<void> {
  await db.run(sql`
    insert into ${visits} (visitor_id, visited_id, last_at, count)
    select visitor.member_id, visited.member_id, ${now}, 1
    from ${profiles} visited join ${profiles} visitor on visitor.member_id = ${visitorId}
    where visited.member_id = ${visitedId} and visited.discoverable = 1 and visited.member_id <> visitor.member_id
      and visitor.browses_invisibly = 0 and ${notBlockedSql(sql`visitor.member_id`, sql`visited.member_id`)}
    on conflict (visitor_id, visited_id) do update set last_at = excluded.last_at, count = count + 1
    where last_at <= ${now - sameVisitMs}`)
}
