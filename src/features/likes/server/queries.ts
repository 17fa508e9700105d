import { and, eq, gt, gte, isNull, sql, type SQL } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { likes, members, profiles, sessions } from '#db/schema.ts'
import { notBlockedSql } from '#features/blocks/server/public.ts'
import { likesPerDay, passLifetimeMs } from '#features/likes/contract.ts'

/**
 * `toId` can be met by `fromId` at all. Oneself, absent, paused, hidden and blocked people fail alike, so that no answer
 * tells them apart.
 */
function reachable(fromId: string, toId: string): SQL {
  return sql`${toId} <> ${fromId} and exists (select 1 from profiles where member_id = ${toId} and discoverable = 1) and ${notBlockedSql(sql`${fromId}`, sql`${toId}`)}`
}

const sorted = (one: string, other: string): [string, string] => (one < other ? [one, other] : [other, one])

/** The acting member with the session proven alive; the time zone is the stored one, never the browser's claim. */
export async function findActor(db: Database, session: { sub: string; sid: string }, now: number) {
  const rows = await db
    .select({
      id: members.id,
      state: members.state,
      firstName: members.firstName,
      timeZone: members.timeZone,
      avatar: profiles.avatar,
    })
    .from(members)
    .innerJoin(profiles, eq(profiles.memberId, members.id))
    .innerJoin(
      sessions,
      and(
        eq(sessions.id, session.sid),
        eq(sessions.subjectId, members.id),
        isNull(sessions.revokedAt),
        gt(sessions.expiresAt, now),
      ),
    )
    .where(eq(members.id, session.sub))
  return rows[0] ?? null
}

export type LikeWrite = { fromId: string; toId: string; now: number; since: number; conversationId: string }
export type LikeState = {
  reachable: number
  liked: number | null
  used: number
  conversationId: string | null
  isOpened: number | null
  firstName: string | null
}

/**
 * One transaction: the like, counted inside its own statement so that parallel likes keep the quota exactly, and then the
 * pair, if the other like is there. D1 runs batches one after the other: of two simultaneous likes the second sees the
 * first, and whichever sees both inserts the pair. This is the commit point of a match.
 */
export async function writeLike(db: Database, { fromId, toId, now, since, conversationId }: LikeWrite) {
  const [low, high] = sorted(fromId, toId)
  const [before, written, , , [state]] = await db.batch([
    db.all<{ createdAt: number }>(sql`select created_at as createdAt from likes where from_id = ${fromId} and to_id = ${toId}`),
    // A like renewed on its own day was counted already, so it leaves itself out of the count.
    db.all(sql`
      insert into likes (from_id, to_id, created_at, withdrawn_at)
      select ${fromId}, ${toId}, ${now}, null
      where ${reachable(fromId, toId)}
        and (select count(*) from likes where from_id = ${fromId} and created_at >= ${since} and to_id <> ${toId}) < ${likesPerDay}
      on conflict (from_id, to_id) do update set created_at = excluded.created_at, withdrawn_at = null where likes.withdrawn_at is not null
      returning 1`),
    db.all(sql`
      insert into pairs (low_id, high_id, conversation_id, matched_at)
      select ${low}, ${high}, ${conversationId}, ${now}
      where ${notBlockedSql(sql`${low}`, sql`${high}`)}
        and exists (select 1 from likes where from_id = ${low} and to_id = ${high} and withdrawn_at is null)
        and exists (select 1 from likes where from_id = ${high} and to_id = ${low} and withdrawn_at is null)
      on conflict do nothing`),
    db.all(sql`
      delete from passes where from_id = ${fromId} and to_id = ${toId}
        and exists (select 1 from likes where from_id = ${fromId} and to_id = ${toId} and withdrawn_at is null)`),
    db.all<LikeState>(stateOf({ fromId, toId, since })),
  ])
  if (!state) throw new Error('A select without a table always has one row')
  const previous = before[0]
  return {
    ...state,
    /** The receiver hears of a like once a day, however often it is taken back and given again. */
    isNews: written.length > 0 && (previous === undefined || previous.createdAt < since),
  }
}

function stateOf({ fromId, toId, since }: Pick<LikeWrite, 'fromId' | 'toId' | 'since'>): SQL {
  const [low, high] = sorted(fromId, toId)
  return sql`
    select
      (${reachable(fromId, toId)}) as reachable,
      (select withdrawn_at is null from likes where from_id = ${fromId} and to_id = ${toId}) as liked,
      (select count(*) from likes where from_id = ${fromId} and created_at >= ${since}) as used,
      (select conversation_id from pairs where low_id = ${low} and high_id = ${high} and unmatched_at is null) as conversationId,
      (select opened_at is not null from pairs where low_id = ${low} and high_id = ${high}) as isOpened,
      (select first_name from members where id = ${toId}) as firstName`
}

/** Takes a like back unless it has become a match; the row stays, because it still counts towards its day. */
export async function withdrawLike(db: Database, { fromId, toId, now, since }: Omit<LikeWrite, 'conversationId'>) {
  const [low, high] = sorted(fromId, toId)
  const [, [state]] = await db.batch([
    db.all(sql`
      update likes set withdrawn_at = ${now}
      where from_id = ${fromId} and to_id = ${toId} and withdrawn_at is null
        and not exists (select 1 from pairs where low_id = ${low} and high_id = ${high} and unmatched_at is null)`),
    db.all<LikeState>(stateOf({ fromId, toId, since })),
  ])
  if (!state) throw new Error('A select without a table always has one row')
  return state
}

/** Hides a person for 90 days; refused for someone who is liked or matched. */
export async function writePass(db: Database, { fromId, toId, now, since }: Omit<LikeWrite, 'conversationId'>) {
  const [, [state]] = await db.batch([
    db.all(sql`
      insert into passes (from_id, to_id, created_at, expires_at)
      select ${fromId}, ${toId}, ${now}, ${now + passLifetimeMs}
      where ${reachable(fromId, toId)}
        and not exists (select 1 from likes where from_id = ${fromId} and to_id = ${toId} and withdrawn_at is null)
      on conflict (from_id, to_id) do update set created_at = excluded.created_at, expires_at = excluded.expires_at`),
    db.all<LikeState>(stateOf({ fromId, toId, since })),
  ])
  if (!state) throw new Error('A select without a table always has one row')
  return state
}

/**
 * Takes the last pass back, once between two resets. The counter rises only while there is a pass to take back, and only
 * the call that sees it at 1 deletes: parallel calls undo one pass. Returns who came back, and whether there was any.
 */
export async function undoLastPass(
  db: Database,
  { fromId, now, since, resetsAt }: { fromId: string; now: number; since: number; resetsAt: number },
) {
  const key = `undo-pass:${fromId}:${since}`
  const last = sql`(select to_id from passes where from_id = ${fromId} and expires_at > ${now}
    and ${notBlockedSql(sql`${fromId}`, sql`to_id`)} order by created_at desc, to_id limit 1)`
  const [candidates, , removed] = await db.batch([
    db.all<{ id: string; firstName: string }>(sql`select id, first_name as firstName from members where id = ${last}`),
    db.all(sql`
      insert into counters (key, count, expires_at) select ${key}, 1, ${resetsAt} where ${last} is not null
      on conflict (key) do update set count = count + 1`),
    db.all(sql`
      delete from passes where from_id = ${fromId} and to_id = ${last} and (select count from counters where key = ${key}) = 1
      returning 1`),
  ])
  return { hadPass: candidates.length > 0, undone: removed.length > 0 ? (candidates[0] ?? null) : null }
}

/** Times of the member's likes that may still count, beside their time zone: one row at least. */
export function recentLikesStatement(db: Database, memberId: string, from: number) {
  return db
    .select({ timeZone: members.timeZone, createdAt: likes.createdAt })
    .from(members)
    .leftJoin(likes, and(eq(likes.fromId, members.id), gte(likes.createdAt, from)))
    .where(eq(members.id, memberId))
}
