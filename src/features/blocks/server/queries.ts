import { and, desc, eq, isNull, sql, type SQL } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { blocks, favourites, keptApart, likes, members, visits } from '#db/schema.ts'
import { formatCursor, isBehindSql, type TimeCursor } from '#db/time-cursor.ts'
import { endRequestStatement, endTalkStatements } from '#features/chat/server/public.ts'
import { blockedPageSize, type BlockedList } from '../contract.ts'
import { conversationOfSql } from '#db/predicates/conversation-of.ts'
import { canMeetSql } from '#db/predicates/can-meet.ts'

export type Block = { blockerId: string; blockedId: string }

/** Includes a stranger's row from before `kept_apart` existed. */
const isBlock = ({ blockerId, blockedId }: Block) => and(eq(blocks.blockerId, blockerId), eq(blocks.blockedId, blockedId))

/**
 * For a batch: writes the block itself if `when` holds, and ends every tie between the two. A row that an encounter wrote here
 * before `kept_apart` existed becomes this block, and still keeps the two apart there.
 */
export function blockStatements(db: Database, block: Block, now: number, when: SQL = sql`1`) {
  const { blockerId, blockedId } = block
  return [
    db.all(sql`
      insert into ${keptApart} (low_id, high_id)
      select min(blocker_id, blocked_id), max(blocker_id, blocked_id) from ${blocks}
      where ${isBlock(block)} and met_in is not null and ${when}
      on conflict do nothing`),
    db.all(sql`
      insert into ${blocks} (blocker_id, blocked_id, created_at)
      select ${blockerId}, ${blockedId}, ${now} where ${when}
      on conflict do update set created_at = excluded.created_at, ended_at = null, met_in = null where met_in is not null`),
    ...removeTiesStatements(db, block, now),
  ] as const
}

/**
 * For a batch: if `when` holds, two who have met as strangers never meet again as strangers. Nothing else changes for either,
 * because any other change would reveal who the other was.
 */
export function keepApartStatement(db: Database, one: string, other: string, when: SQL = sql`1`) {
  return db.all(sql`
    insert into ${keptApart} (low_id, high_id) select min(${one}, ${other}), max(${one}, ${other}) where ${when}
    on conflict do nothing`)
}

/**
 * For a batch: ends every tie between two members with a block. The two may no longer talk. Their likes are withdrawn and still
 * count towards their days. Their visits are deleted, and so is the blocker's favourite. Unblocking restores none of this. The
 * other member's favourite stays and is hidden as if the blocker were away, because its removal would reveal the block.
 */
export function removeTiesStatements(db: Database, { blockerId, blockedId }: Block, now: number) {
  const stands = sql`exists (select 1 from ${blocks} where blocker_id = ${blockerId} and blocked_id = ${blockedId} and met_in is null)`
  const between = (one: SQL, other: SQL) =>
    sql`((${one} = ${blockerId} and ${other} = ${blockedId}) or (${one} = ${blockedId} and ${other} = ${blockerId}))`
  const ending = { conversation: conversationOfSql(blockerId, blockedId), member: blockerId, now, when: stands }
  return [
    ...endTalkStatements(db, ending),
    endRequestStatement(db, ending),
    db.all(sql`update ${likes} set withdrawn_at = ${now}
      where withdrawn_at is null and ${between(sql`from_id`, sql`to_id`)} and ${stands}`),
    db.all(sql`delete from ${favourites} where owner_id = ${blockerId} and member_id = ${blockedId} and ${stands}`),
    db.all(sql`delete from ${visits} where ${between(sql`visitor_id`, sql`visited_id`)} and ${stands}`),
  ] as const
}

/** Marks the block as finished: all its consequences are done. */
export async function markEnded(db: Database, block: Block, now: number): Promise<void> {
  await db.update(blocks).set({ endedAt: now }).where(isBlock(block))
}

/** Lists unfinished blocks, the oldest first. */
export function listUnended(db: Database, limit: number): Promise<Block[]> {
  return db
    .select({ blockerId: blocks.blockerId, blockedId: blocks.blockedId })
    .from(blocks)
    .where(and(isNull(blocks.endedAt), isNull(blocks.metIn)))
    .orderBy(blocks.createdAt)
    .limit(limit)
}

/** The member's own block of another member: one row or none. */
export function ownBlockStatement(db: Database, block: Block) {
  return db
    .select({ endedAt: blocks.endedAt })
    .from(blocks)
    .where(and(isBlock(block), isNull(blocks.metIn)))
}

/** Removes a block; true if there was one. */
export async function deleteBlock(db: Database, block: Block): Promise<boolean> {
  const gone = await db
    .delete(blocks)
    .where(and(isBlock(block), isNull(blocks.metIn)))
    .returning({ blockedId: blocks.blockedId })
  return gone.length > 0
}

/** For a batch: one row with the id if the viewer can meet that person, else none. */
export function meetingStatement(db: Database, viewerId: string, other: string) {
  return db.all<{ id: string }>(sql`select id from ${members} where id = ${other} and ${canMeetSql(viewerId, sql`${other}`)}`)
}

/** For a page's batch: the people whom the member has blocked, newest first, with one more than a page shows. */
export function blockedStatement(db: Database, viewerId: string, cursor: TimeCursor | null) {
  return db
    .select({
      blockedId: blocks.blockedId,
      blockedName: members.firstName,
      blockedAt: sql<number>`${blocks.createdAt}`.as('blocked_at'),
    })
    .from(blocks)
    .innerJoin(members, eq(members.id, blocks.blockedId))
    .where(and(eq(blocks.blockerId, viewerId), isNull(blocks.metIn), isBehindSql(blocks.createdAt, blocks.blockedId, cursor)))
    .orderBy(desc(blocks.createdAt), desc(blocks.blockedId))
    .limit(blockedPageSize + 1)
}

export function toBlockedList(rows: Awaited<ReturnType<typeof blockedStatement>>): BlockedList {
  const shown = rows.slice(0, blockedPageSize)
  const last = rows.length > blockedPageSize ? shown.at(-1) : undefined
  return {
    people: shown.map(({ blockedId: id, blockedName: firstName, blockedAt }) => ({ id, firstName, blockedAt })),
    next: last ? formatCursor({ at: last.blockedAt, id: last.blockedId }) : null,
  }
}
