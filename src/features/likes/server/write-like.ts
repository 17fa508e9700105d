import { sql, type SQL } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { newConversationSql } from '#features/chat/server/public.ts'
import { extraLikesSql, isPaidSql, paidLikesSql, spendLikeStatement } from '#features/entitlements/server/public.ts'
import { likesPerDay } from '#features/likes/contract.ts'
import type { TieKind } from '#shared/text/tie.ts'
import { hasEndedSql, sorted, stateOf, type LikeState, type LikeWrite } from './queries.ts'
import { notBlockedSql } from '#db/predicates/not-blocked.ts'
import { hasPremiumSql } from '#db/predicates/premium.ts'
import { isReachableSql } from '#db/predicates/visible.ts'
import { renewTieSql } from './ties/renew-tie.ts'
import { mayTieSql, refusalColumnsSql } from './ties/tie-sql.ts'

/**
 * One transaction: first the like, which is counted within its own statement so that parallel likes cannot exceed the quota; then
 * the use of a pack if the day's free likes are used up; then the pair, if the other like exists. D1 runs batches one after
 * another: of two simultaneous likes the second sees the first, and whichever sees both inserts the pair. This is the commit
 * point of a match. Nothing is written unless `when` holds. A tie is written and counted with its like, in the same statement.
 */
export function likeStatements(db: Database, write: LikeWrite, when: SQL = sql`1`) {
  const { fromId, toId, now, since, freshId, tie } = write
  const [low, high] = sorted(fromId, toId)
  // A like renewed on the same day was already counted, so the count excludes it.
  const isFree = sql`(${hasPremiumSql(fromId, now)} or (select count(*) from likes
    where from_id = ${fromId} and created_at >= ${since} and to_id <> ${toId}) - ${paidLikesSql(fromId, since)} < ${likesPerDay})`
  const isPaid = isPaidSql({ fromId, toId, since })
  return [
    db.all<WrittenTie & { createdAt: number }>(
      sql`select created_at as createdAt, ${tieOfLike} from likes where from_id = ${fromId} and to_id = ${toId}`,
    ),
    db.all<WrittenTie>(sql`
      insert into likes (from_id, to_id, created_at, withdrawn_at, tie_kind, tie_ref, line)
      select ${fromId}, ${toId}, ${now}, null, ${tie?.kind ?? null}, ${tie?.ref ?? null}, ${tie?.line ?? null}
      where ${when} and ${isReachableSql(fromId, toId)} and not ${hasEndedSql(low, high)}
        and (${isFree} or ${isPaid} or ${extraLikesSql(fromId)} > 0) and ${mayTieSql(write, tie)}
      on conflict (from_id, to_id) do update set created_at = excluded.created_at, withdrawn_at = null, ${renewTieSql(since)}
      where likes.withdrawn_at is not null
      returning ${tieOfLike}`),
    // changes() refers to the previous statement: whether the like was given.
    spendLikeStatement(db, { fromId, toId, since, now }, sql`changes() = 1 and not ${isFree} and not ${isPaid}`),
    db.all(sql`
      insert into pairs (low_id, high_id, conversation_id, matched_at)
      select ${low}, ${high}, ${newConversationSql(fromId, toId, freshId)}, ${now}
      where ${when} and ${notBlockedSql(sql`${low}`, sql`${high}`)}
        and exists (select 1 from likes where from_id = ${low} and to_id = ${high} and withdrawn_at is null)
        and exists (select 1 from likes where from_id = ${high} and to_id = ${low} and withdrawn_at is null)
      on conflict do nothing`),
    db.all<LikeState & TieRefusal>(stateOf(write, refusalColumnsSql(write, tie))),
  ] as const
}

/** The tie of a like as it is stored. */
type WrittenTie = { tieKind: TieKind | null; tieRef: string | null; line: string | null }
const tieOfLike = sql`tie_kind as tieKind, tie_ref as tieRef, line`

/** `isThing`: the thing of the tie can be seen. `requests`: those used up on the day. */
type TieRefusal = { isThing: number; requests: number }

type LikeRows = readonly [
  before: readonly (WrittenTie & { createdAt: number })[],
  written: readonly WrittenTie[],
  spent: unknown,
  matched: unknown,
  states: readonly (LikeState & TieRefusal)[],
]

/** What the statements have done. */
export function toLikeState([[previous], written, , , [state]]: LikeRows, since: number) {
  if (!state) throw new Error('A select without a table always has one row')
  const stored = written[0] ?? previous
  const isOfToday = previous !== undefined && previous.createdAt >= since
  return {
    ...state,
    /** What the like is tied to now, after this call or before it. */
    stored,
    /** The like had its line earlier on this day, and keeps it whatever is asked for. */
    keepsLine: isOfToday && previous.line !== null,
    /** The like was given just now. Its receiver is notified once a day. `again`: it was withdrawn earlier the same day. */
    given: written.length === 0 ? null : isOfToday ? ('again' as const) : ('new' as const),
  }
}
