import { sql } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { boosts, profiles } from '#db/schema.ts'
import { nearParentsSql } from '#features/location/server/public.ts'
import type { NearbyView } from '../contract.ts'
import { looksEverywhere, reachOf } from '../rules.ts'
import { candidateColumns, mayMeetSql, meSql, type CandidateRow } from './queries.ts'

/** Somebody whom a boost puts before everyone else; `boostId`: the boost that does. */
export type BoostedRow = CandidateRow & { boostId: string }

type Boosted = { viewerId: string; view: NearbyView; now: number; at: number }

/** Boosts of an area, or of the world, that one list looks at: those that end first, so each has its turn. */
const mostBoosts = 60

/**
 * Whom boosts that ran at `at` (the list's clock, ms) raise for this viewer: nobody but those whom the list would show in
 * any case, by all its conditions. A boost only moves somebody within it. It starts at the boosts of the viewer's area, by
 * the place that a boost repeats, so those elsewhere cost nothing. The neutral order has none.
 */
export function boostedStatement(db: Database, { viewerId, view, now, at }: Boosted) {
  const isEverywhere = looksEverywhere(view)
  const runs = sql`b.ends_at > ${at} and b.starts_at <= ${at}`
  const running = isEverywhere
    ? sql`${boosts} b where ${runs}`
    : sql`near cross join ${boosts} b on b.parent_x = near.x and b.parent_y = near.y where ${runs}`
  const isNear = sql`(q.parent_x, q.parent_y) in (select x, y from near)`
  return db.all<BoostedRow>(sql`
    with ${meSql(viewerId, now)}${isEverywhere ? sql`` : sql`, ${nearParentsSql(reachOf(view))}`},
    running as (select b.member_id, b.id from ${running}
      order by b.ends_at limit ${view.order === 'neutral' ? 0 : mostBoosts}),
    raised as materialized (
      select q.rowid as id, min(running.id) as boost_id
      from running cross join ${profiles} q on q.member_id = running.member_id cross join me
      where ${isEverywhere ? sql`1` : isNear} and ${mayMeetSql(view, now)}
      group by q.rowid)
    select p.member_id as id, p.active_at as activeAt, ${candidateColumns(viewerId, at)}, raised.boost_id as boostId
    from raised cross join ${profiles} p on p.rowid = raised.id
    order by p.member_id`)
}
