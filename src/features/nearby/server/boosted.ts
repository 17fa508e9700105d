import { sql } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { boosts, profiles } from '#db/schema.ts'
import { nearParentsSql } from '#features/location/server/public.ts'
import type { NearbyView } from '../contract.ts'
import { reachOf } from '../rules.ts'
import { candidateColumns, looksEverywhere, mayMeetSql, meSql, type CandidateRow } from './queries.ts'

/** Somebody whom a boost puts before everyone else; `boostId`: the boost that does. */
export type BoostedRow = CandidateRow & { boostId: string }

type Boosted = { viewerId: string; view: NearbyView; now: number; at: number }

/**
 * Whom boosts that ran at `at` (the list's clock, ms) raise for this viewer: nobody but those whom the list would show in
 * any case, by all its conditions. A boost only moves somebody within it. It starts at the few boosts that have not ended,
 * by the index `boosts_ends`, so rows read follow their number and not the population. The neutral order has none.
 */
export function boostedStatement(db: Database, { viewerId, view, now, at }: Boosted) {
  const isEverywhere = looksEverywhere(view)
  const isNear = sql`(q.parent_x, q.parent_y) in (select x, y from near)`
  return db.all<BoostedRow>(sql`
    with ${meSql(viewerId, now)}${isEverywhere ? sql`` : sql`, ${nearParentsSql(reachOf(view))}`},
    raised as materialized (
      select q.rowid as id, min(b.id) as boost_id from ${boosts} b cross join ${profiles} q on q.member_id = b.member_id cross join me
      where ${view.order === 'neutral' ? sql`0` : sql`1`} and b.ends_at > ${at} and b.starts_at <= ${at}
        and ${isEverywhere ? sql`1` : isNear} and ${mayMeetSql(view, now)}
      group by q.rowid)
    select ${candidateColumns(viewerId)}, raised.boost_id as boostId
    from raised cross join ${profiles} p on p.rowid = raised.id
    order by p.member_id`)
}
