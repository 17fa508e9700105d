import { and, desc, eq, gte, sql, type SQL } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { heldWindowColumns } from '#db/held-window.ts'
import { likes, members } from '#db/schema.ts'
import { extraLikesSql, paidLikesAtSql, paidLikesSql } from '#features/entitlements/server/public.ts'
import { likesPerDay, passLifetimeMs } from '#features/likes/contract.ts'
import { longestWindowMs } from '#shared/quota-day.ts'
import { notBlockedSql } from '#db/predicates/not-blocked.ts'
import { hasPremiumSql } from '#db/predicates/premium.ts'
import { isReachableSql } from '#db/predicates/visible.ts'
import { hasPassedSql, likesSql } from '#db/predicates/likes.ts'
import type { RequestedTie } from './ties/requested-tie.ts'

export const hasEndedSql = (low: string, high: string) =>
  sql`exists (select 1 from pairs where low_id = ${low} and high_id = ${high} and unmatched_at is not null)`

export const sorted = (one: string, other: string): [string, string] => (one < other ? [one, other] : [other, one])

/** `freshId`: the conversation's id if this like makes a match of two who have none yet. `tie`: null for a plain like. */
export type LikeWrite = {
  fromId: string
  toId: string
  now: number
  since: number
  freshId: string
  tie: RequestedTie | null
}
/** The two of a like, and the day that counts. */
type LikeOfDay = Pick<LikeWrite, 'fromId' | 'toId' | 'now' | 'since'>
export type LikeState = {
  reachable: number
  /** The two were matched, and one of them has ended it: they cannot match again. */
  ended: number
  liked: number | null
  /** The other has passed on the member: the like is neither shown nor notified until the pass expires. */
  isPassedBack: number
  /** Likes of the day, those among them paid for from packs, and what is left in packs. */
  used: number
  paid: number
  extra: number
  isPremium: number
  conversationId: string | null
  isOpened: number | null
  firstName: string | null
}

/** Null without a like, 0 after its withdrawal. */
const isLikedSql = (fromId: string, toId: string) =>
  sql`(select withdrawn_at is null from likes where from_id = ${fromId} and to_id = ${toId})`
const firstNameSql = (memberId: string) => sql`(select first_name from members where id = ${memberId})`

/** `more`: further columns, each after a comma. */
export function stateOf({ fromId, toId, now, since }: LikeOfDay, more: SQL = sql``): SQL {
  const [low, high] = sorted(fromId, toId)
  return sql`
    select
      (${isReachableSql(fromId, toId)}) as reachable,
      ${isLikedSql(fromId, toId)} as liked,
      ${hasPassedSql(toId, fromId, now)} as isPassedBack,
      (select count(*) from likes where from_id = ${fromId} and created_at >= ${since}) as used,
      ${paidLikesSql(fromId, since)} as paid, ${extraLikesSql(fromId)} as extra, ${hasPremiumSql(fromId, now)} as isPremium,
      (select conversation_id from pairs where low_id = ${low} and high_id = ${high} and unmatched_at is null) as conversationId,
      ${hasEndedSql(low, high)} as ended,
      (select opened_at is not null from pairs where low_id = ${low} and high_id = ${high}) as isOpened,
      ${firstNameSql(toId)} as firstName${more}`
}

/**
 * Withdraws a like unless it has become a match. The row stays, because it still counts towards its day. `passed`: a pass from
 * before the like is in effect again.
 */
export async function withdrawLike(db: Database, { fromId, toId, now, since }: LikeOfDay) {
  const [low, high] = sorted(fromId, toId)
  const [, [state], [before]] = await db.batch([
    db.all(sql`
      update likes set withdrawn_at = ${now}
      where from_id = ${fromId} and to_id = ${toId} and withdrawn_at is null and ${isReachableSql(fromId, toId)}
        and not exists (select 1 from pairs where low_id = ${low} and high_id = ${high} and unmatched_at is null)`),
    db.all<LikeState>(stateOf({ fromId, toId, now, since })),
    db.all<{ passed: number }>(sql`select ${hasPassedSql(fromId, toId, now)} as passed`),
  ])
  if (!state) throw new Error('A select without a table always has one row')
  return { ...state, passed: before?.passed === 1 }
}

/**
 * Hides a person for 90 days; refused for a person who is liked or matched. The second statement reads the outcome. `isActing`: see
 * `batchAsMember`.
 */
export function passStatements(db: Database, { fromId, toId, now, isActing }: PassWrite) {
  return [
    db.all(sql`
      insert into passes (from_id, to_id, created_at, expires_at)
      select ${fromId}, ${toId}, ${now}, ${now + passLifetimeMs}
      where ${isActing} and ${isReachableSql(fromId, toId)}
        and not ${likesSql(fromId, toId)}
      on conflict (from_id, to_id) do update set created_at = excluded.created_at, expires_at = excluded.expires_at`),
    db.all<Pick<LikeState, 'reachable' | 'liked' | 'firstName'>>(sql`
      select (${isReachableSql(fromId, toId)}) as reachable, ${isLikedSql(fromId, toId)} as liked, ${firstNameSql(toId)} as firstName`),
  ] as const
}

type PassWrite = Pick<LikeWrite, 'fromId' | 'toId' | 'now'> & { isActing: SQL }

/** Key of the counter that stores the time of a member's last undo. */
const undoKey = (memberId: string) => `undo-pass:${memberId}`

/**
 * Undoes the pass on `toId` if it is the last one: once between two resets, with premium without limit. Hidden, blocked and liked
 * people are excluded. The counter stores the time of the last undo. It changes only under these conditions, and only the call
 * that changed it deletes, so parallel calls undo one pass. `pass`: the pass existed, last or not. `isUsed`: the day's undo is
 * used up.
 */
export async function undoLastPass(
  db: Database,
  { fromId, toId, now, since }: { fromId: string; toId: string; now: number; since: number },
) {
  const key = undoKey(fromId)
  const isSeen = sql`from_id = ${fromId} and expires_at > ${now} and not ${likesSql(fromId, sql`passes.to_id`)}
    and exists (select 1 from profiles where member_id = to_id and discoverable = 1) and ${notBlockedSql(sql`${fromId}`, sql`to_id`)}`
  const isLast = sql`(select to_id from passes where ${isSeen} order by created_at desc, to_id limit 1) = ${toId}`
  const [passed, , removed, [used]] = await db.batch([
    db.all<{ firstName: string }>(sql`
      select first_name as firstName from members where id = (select to_id from passes where to_id = ${toId} and ${isSeen})`),
    db.all(sql`
      insert into counters (key, count, expires_at) select ${key}, ${now}, ${now + longestWindowMs} where ${isLast}
      on conflict (key) do update set count = excluded.count, expires_at = excluded.expires_at where counters.count < ${since} or ${hasPremiumSql(fromId, now)}`),
    // changes() refers to the previous statement: whether the counter changed.
    db.all(sql`delete from passes where from_id = ${fromId} and to_id = ${toId} and ${isLast} and changes() = 1 returning 1`),
    db.all<{ isUsed: number }>(sql`select exists (select 1 from counters where key = ${key} and count >= ${since}) as isUsed`),
  ])
  return { pass: passed[0] ?? null, isUsed: used?.isUsed === 1, undone: removed.length > 0 }
}

/** Times of the member's likes that may still count, with the time zone and earlier days that still count. At least one row. */
export function recentLikesStatement(db: Database, memberId: string, now: number) {
  return db
    .select({
      timeZone: members.timeZone,
      createdAt: likes.createdAt,
      premiumUntil: members.premiumUntil,
      extra: extraLikesSql(memberId).as('extra_likes'),
      paidAt: paidLikesAtSql(memberId, now - longestWindowMs).as('paid_at'),
      undoneAt: sql<number | null>`(select count from counters where key = ${undoKey(memberId)})`.as('undone_at'),
      ...heldWindowColumns(memberId, now),
    })
    .from(members)
    .leftJoin(likes, and(eq(likes.fromId, members.id), gte(likes.createdAt, now - longestWindowMs)))
    .where(eq(members.id, memberId))
}

/** The time of the like with which the newest ones exceed a day's free ones; no row if they do not. */
export function manyLikesStatement(db: Database, memberId: SQL) {
  return db
    .select({ since: likes.createdAt })
    .from(likes)
    .where(sql`from_id = ${memberId}`)
    .orderBy(desc(likes.createdAt))
    .limit(1)
    .offset(likesPerDay)
}
