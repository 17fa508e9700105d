import { and, eq, isNotNull, isNull, sql, type SQL } from 'drizzle-orm'
import { openDatabase, type Database } from '#db/database.ts'
import { isInOwnStateSql } from '#db/predicates/own-state.ts'
import { pairs } from '#db/schema.ts'
import { endConversation, newConversationSql } from '#features/chat/server/public.ts'
import { forgetLike } from '#features/member-hub/server/public.ts'
import type { Env } from '#server/env.ts'
import { hasEndedSql, sorted } from '#features/likes/server/queries.ts'
import { renewTieSql } from '#features/likes/server/ties/renew-tie.ts'
import { mayMeetAsStrangersSql, notBlockedSql } from '#db/predicates/not-blocked.ts'

/** The conversation of a match, and when the two matched, in ms. */
export type MutualMatch = { conversationId: string; matchedAt: number }

/**
 * Two strangers may become a match now: no block, no ended match, and neither is paused or restricted. The ids are in canonical
 * order.
 */
function mayMatchSql(low: string, high: string): SQL {
  return sql`${mayMeetAsStrangersSql(sql`${low}`, sql`${high}`)} and not ${hasEndedSql(low, high)}
    and (select count(*) from members where id in (${low}, ${high}) and ${isInOwnStateSql(['complete'])}) = 2`
}

/** Whether two strangers who have both said yes may become a match now. Nothing is written. */
export async function mayMatchAsStrangers(db: Database, [one, other]: readonly [string, string]): Promise<boolean> {
  const [row] = await db.all<{ may: 0 | 1 }>(sql`select (${mayMatchSql(...sorted(one, other))}) as may`)
  return row?.may === 1
}

/**
 * Commits the match of two strangers who have both said yes: both likes and the pair, in one transaction. A repeat finds what the
 * first one wrote, even if one of them has paused since. Null if they may not meet: a block, an ended match, or one is away. The
 * pair waits for `finishMutualMatch`; if that never comes, the cron announces the match like any other.
 */
export async function writeMutualMatch(
  db: Database,
  { people: [one, other], now, freshId }: { people: readonly [string, string]; now: number; freshId: string },
): Promise<MutualMatch | null> {
  const [low, high] = sorted(one, other)
  const mayMatch = mayMatchSql(low, high)
  // A withdrawn tie does not come back with the like.
  const withoutTie = renewTieSql(now + 1)
  const like = (from: string, to: string) =>
    db.all(sql`
      insert into likes (from_id, to_id, created_at, withdrawn_at) select ${from}, ${to}, ${now}, null where ${mayMatch}
      on conflict (from_id, to_id) do update set created_at = excluded.created_at, withdrawn_at = null, ${withoutTie}
      where likes.withdrawn_at is not null`)
  const [, , , found] = await db.batch([
    like(low, high),
    like(high, low),
    db.all(sql`
      insert into pairs (low_id, high_id, conversation_id, matched_at)
      select ${low}, ${high}, ${newConversationSql(low, high, freshId)}, ${now} where ${mayMatch}
      on conflict do nothing`),
    matchStatement(db, low, high),
  ])
  return found[0] ?? null
}

/** The match in which the two may talk, or no row. The ids are in canonical order. */
function matchStatement(db: Database, low: string, high: string) {
  const mayTalk = sql`${notBlockedSql(sql`${low}`, sql`${high}`)}
    and (select count(*) from members where id in (${low}, ${high}) and state in ('complete', 'paused')) = 2`
  return db
    .select({ conversationId: pairs.conversationId, matchedAt: pairs.matchedAt })
    .from(pairs)
    .where(and(isPair(low, high), isNull(pairs.unmatchedAt), mayTalk))
}

/**
 * Returns what `writeMutualMatch` has written, without writing anything. A match that has ended since is closed: there may have
 * been no conversation yet when it ended.
 */
export async function findMutualMatch(env: Env, [one, other]: readonly [string, string]): Promise<MutualMatch | null> {
  const db = openDatabase(env.DB)
  const [low, high] = sorted(one, other)
  const [[match], [ended]] = await db.batch([
    matchStatement(db, low, high),
    db
      .select({ conversationId: pairs.conversationId })
      .from(pairs)
      .where(and(isPair(low, high), isNotNull(pairs.unmatchedAt))),
  ])
  if (ended) await endConversation(env, ended.conversationId)
  return match ?? null
}

/**
 * Marks that the two have their conversation and know of their match: nothing else announces it, and no like notification stays
 * beside it. A match that has ended since is closed, because its end may not have found a conversation.
 */
export async function finishMutualMatch(env: Env, [one, other]: readonly [string, string], now: number): Promise<void> {
  await Promise.all([forgetLike(env, one, other), forgetLike(env, other, one)])
  const [low, high] = sorted(one, other)
  const [pair] = await openDatabase(env.DB)
    .update(pairs)
    .set({ openedAt: now })
    .where(isPair(low, high))
    .returning({ conversationId: pairs.conversationId, unmatchedAt: pairs.unmatchedAt })
  if (pair && pair.unmatchedAt !== null) await endConversation(env, pair.conversationId)
}

const isPair = (low: string, high: string) => and(eq(pairs.lowId, low), eq(pairs.highId, high))
