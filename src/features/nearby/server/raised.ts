import { sql } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { boosts, likes, profiles } from '#db/schema.ts'
import { nearParentsSql } from '#features/location/server/public.ts'
import type { NearbyView } from '../contract.ts'
import { looksEverywhere, reachOf } from '../rules.ts'
import { candidateColumns, mayMeetSql, meSql, type CandidateRow } from './queries.ts'

/** Somebody who stands before everyone else, whichever window they fall into; `boostId`: the boost that does it, null: their like. */
export type RaisedRow = CandidateRow & { boostId: string | null }

type Raised = { viewerId: string; view: NearbyView; now: number; at: number }

/** Boosts of an area, or of the world, that one list looks at: those that end first, so each has its turn. */
const mostBoosts = 60

/**
 * Likes of the viewer that one list looks at, the newest, answered ones among them, so that an answer moves nobody up. Whoever liked
 * earlier stands before the others of their window.
 */
const mostLikes = 60

/**
 * Whom their likes of the viewer, or boosts, raise at `at` (the list's clock, ms): nobody but those whom the list would show in
 * any case, by all its conditions. Either only moves somebody within it. It starts at the viewer's own likes, and at the boosts of
 * the viewer's area, by the place that a boost repeats, so those elsewhere cost nothing. The neutral order has none.
 */
export function raisedStatement(db: Database, { viewerId, view, now, at }: Raised) {
  const isEverywhere = looksEverywhere(view)
  const isNeutral = view.order === 'neutral'
  const runs = sql`b.ends_at > ${at} and b.starts_at <= ${at}`
  const running = isEverywhere
    ? sql`${boosts} b where ${runs}`
    : sql`near cross join ${boosts} b on b.parent_x = near.x and b.parent_y = near.y where ${runs}`
  const isNear = sql`(q.parent_x, q.parent_y) in (select x, y from near)`
  return db.all<RaisedRow>(sql`
    with ${meSql(viewerId, now)}${isEverywhere ? sql`` : sql`, ${nearParentsSql(reachOf(view))}`},
    running as (select b.member_id, b.id from ${running} order by b.ends_at limit ${isNeutral ? 0 : mostBoosts}),
    received as (select from_id, withdrawn_at from ${likes} where to_id = ${viewerId} and created_at <= ${at}
      order by created_at desc limit ${isNeutral ? 0 : mostLikes}),
    lifted(member_id, boost_id) as (select member_id, id from running
      union all select from_id, null from received where withdrawn_at is null),
    raised as materialized (
      select q.rowid as id, min(lifted.boost_id) as boost_id
      from lifted cross join ${profiles} q on q.member_id = lifted.member_id cross join me
      where ${isEverywhere ? sql`1` : isNear} and ${mayMeetSql(view, now)}
      group by q.rowid)
    select p.member_id as id, p.active_at as activeAt, ${candidateColumns(viewerId, at)}, raised.boost_id as boostId
    from raised cross join ${profiles} p on p.rowid = raised.id
    order by p.member_id`)
}
