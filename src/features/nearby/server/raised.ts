import { sql, type SQL } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { boosts, likes, profiles } from '#db/schema.ts'
import { nearParentsSql } from '#features/location/server/public.ts'
import type { NearbyView } from '../contract.ts'
import { looksEverywhere, reachOf } from '../rules.ts'
import { mostBoosts } from './areas/contract.ts'
import { candidateColumns, mayMeetSql, meSql, type CandidateRow } from './queries.ts'

/**
 * A person who ranks above all others, whatever their window. `boostId`: the boost that raises them; null: their like of the
 * viewer.
 */
export type RaisedRow = CandidateRow & { boostId: string | null }

type Raised = { viewerId: string; view: NearbyView; now: number; at: number }

/**
 * Maximum number of likes of the viewer that one list considers: the newest, including answered ones, so that an answer moves no
 * entry up. People with earlier likes come first within their window.
 */
export const mostLikes = 60

/**
 * People raised at `at` (the list's clock, ms) by their likes of the viewer or by boosts. They meet all conditions of the list,
 * which would otherwise show them further down. The query starts at the viewer's own likes and at the boosts of the viewer's
 * area, by the boost's copy of the place, so boosts elsewhere cost nothing. The neutral order raises no entry.
 */
export function raisedStatement(db: Database, { viewerId, view, now, at }: Raised) {
  const isEverywhere = looksEverywhere(view)
  const isNeutral = view.order === 'neutral'
  const runs = sql`b.ends_at > ${at} and b.starts_at <= ${at}`
  const running = isEverywhere
    ? sql`${boosts} b where ${runs}`
    : sql`near cross join ${boosts} b on b.parent_x = near.x and b.parent_y = near.y where ${runs}`
  // As areas do (`compareBoosts`). For the whole world, the id would need every boost that ends at the same moment.
  const order = isEverywhere ? sql`b.ends_at` : sql`b.ends_at, b.id`
  const isNear = sql`(q.parent_x, q.parent_y) in (select x, y from near)`
  return db.all<RaisedRow>(sql`
    with ${meSql(viewerId, now)}${isEverywhere ? sql`` : sql`, ${nearParentsSql(reachOf(view))}`},
    running as (select b.member_id, b.id from ${running} order by ${order} limit ${isNeutral ? 0 : mostBoosts}),
    received as (${receivedSql(viewerId, isNeutral ? 0 : mostLikes, at)}),
    lifted(member_id, boost_id) as (select member_id, id from running
      union all select from_id, null from received where withdrawn_at is null),
    raised as materialized (
      select q.rowid as id, min(lifted.boost_id) as boost_id
      from me cross join lifted cross join ${profiles} q on q.member_id = lifted.member_id
      where ${isEverywhere ? sql`1` : isNear} and ${mayMeetSql({ viewerId, view, now })}
      group by q.rowid)
    select p.member_id as id, p.active_at as activeAt, ${candidateColumns(viewerId, at)}, raised.boost_id as boostId
    from raised cross join ${profiles} p on p.rowid = raised.id
    order by p.member_id`)
}

/** The newest likes of the viewer, `limit` of them. */
export function receivedSql(viewerId: string, limit: number, at: number): SQL {
  return sql`select from_id, withdrawn_at from ${likes} where to_id = ${viewerId} and created_at <= ${at}
      order by created_at desc limit ${limit}`
}
