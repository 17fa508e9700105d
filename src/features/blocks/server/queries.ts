import { and, desc, eq, isNull, sql, type SQL } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { blocks, chatRequests, favourites, likes, members, pairs, profiles, visits } from '#db/schema.ts'
import { formatCursor, isBehindSql, type TimeCursor } from '#db/time-cursor.ts'
import { conversationOfSql, endRequestStatement, endTalkStatements } from '#features/chat/server/public.ts'
import { blockedPageSize, type BlockedList, type BlockedStranger } from '../contract.ts'
import { notBlockedSql } from './not-blocked.ts'

export type Block = { blockerId: string; blockedId: string }

const isBlock = ({ blockerId, blockedId }: Block) => and(eq(blocks.blockerId, blockerId), eq(blocks.blockedId, blockedId))

/**
 * For a batch: writes the block itself, while `when` holds, and ends every tie between the two. `metIn`: the encounter in which
 * the two met without names.
 */
export function blockStatements(
  db: Database,
  { metIn = null, ...block }: Block & { metIn?: BlockedStranger['metIn'] | null },
  now: number,
  when: SQL = sql`1`,
) {
  const { blockerId, blockedId } = block
  return [
    db.all(sql`
      insert into ${blocks} (blocker_id, blocked_id, created_at, met_in)
      select ${blockerId}, ${blockedId}, ${now}, ${metIn} where ${when}
      on conflict do nothing`),
    ...removeTiesStatements(db, block, now),
  ] as const
}

/**
 * For a batch: ends every tie between two members with a block. The two may no longer talk. Their likes are withdrawn
 * and still count towards their days. Their visits go, and so does the blocker's favourite. Unblocking restores none of
 * it. The other member's favourite stays and is hidden as if the blocker were away, because its removal would reveal the
 * block.
 */
export function removeTiesStatements(db: Database, { blockerId, blockedId }: Block, now: number) {
  const stands = sql`exists (select 1 from ${blocks} where blocker_id = ${blockerId} and blocked_id = ${blockedId})`
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

/** Unfinished blocks, the oldest first. */
export function listUnended(db: Database, limit: number): Promise<Block[]> {
  return db
    .select({ blockerId: blocks.blockerId, blockedId: blocks.blockedId })
    .from(blocks)
    .where(isNull(blocks.endedAt))
    .orderBy(blocks.createdAt)
    .limit(limit)
}

/** The member's own block of somebody whom they know: no row or one. A block of a stranger counts as none. */
export function ownBlockStatement(db: Database, block: Block) {
  return db
    .select({ endedAt: blocks.endedAt })
    .from(blocks)
    .where(and(isBlock(block), isNull(blocks.metIn)))
}

/** Removes a block; true when there was one. */
export async function deleteBlock(db: Database, block: Block): Promise<boolean> {
  const gone = await db.delete(blocks).where(isBlock(block)).returning({ blockedId: blocks.blockedId })
  return gone.length > 0
}

/**
 * SQL: the viewer can meet somebody else by a visible profile, or in a conversation that is open or requested, which also
 * holds while that profile is paused. Absent, restricted, deleted and blocked people never count. `other` is SQL of an id.
 */
export function canMeetSql(viewerId: string, other: SQL): SQL {
  const conversation = conversationOfSql(viewerId, other)
  return sql`(${other} <> ${viewerId}
    and exists (select 1 from ${members} where id = ${other} and state in ('complete', 'paused'))
    and ${notBlockedSql(sql`${viewerId}`, other)}
    and (exists (select 1 from ${profiles} where member_id = ${other} and discoverable = 1)
      or exists (select 1 from ${pairs} where conversation_id = ${conversation} and unmatched_at is null)
      or (not exists (select 1 from ${pairs} where conversation_id = ${conversation})
        and exists (select 1 from ${chatRequests} where conversation_id = ${conversation}
          and (state in ('waiting', 'accepted') or (state = 'declined' and from_id = ${viewerId}))))))`
}

/** For a batch: one row with the id when the viewer can meet that person, else none. */
export function meetingStatement(db: Database, viewerId: string, other: string) {
  return db.all<{ id: string }>(sql`select id from ${members} where id = ${other} and ${canMeetSql(viewerId, sql`${other}`)}`)
}

/** For a page's batch: the people whom the member has blocked, newest first, and one more than a page holds. */
export function blockedStatement(db: Database, viewerId: string, cursor: TimeCursor | null) {
  return db
    .select({
      blockedId: blocks.blockedId,
      blockedName: members.firstName,
      blockedAt: sql<number>`${blocks.createdAt}`.as('blocked_at'),
      metIn: blocks.metIn,
    })
    .from(blocks)
    .innerJoin(members, eq(members.id, blocks.blockedId))
    .where(and(eq(blocks.blockerId, viewerId), isBehindSql(blocks.createdAt, blocks.blockedId, cursor)))
    .orderBy(desc(blocks.createdAt), desc(blocks.blockedId))
    .limit(blockedPageSize + 1)
}

/** Sorts before every id. */
const beforeIds = '-'

export function toBlockedList(rows: Awaited<ReturnType<typeof blockedStatement>>): BlockedList {
  const shown = rows.slice(0, blockedPageSize)
  const last = rows.length > blockedPageSize ? shown.at(-1) : undefined
  return {
    people: shown.map(({ blockedId: id, blockedName: firstName, blockedAt, metIn }) =>
      metIn ? { metIn, blockedAt } : { id, firstName, blockedAt },
    ),
    // The address must not name a stranger: before every id, so the next page begins a millisecond earlier.
    next: last ? formatCursor({ at: last.blockedAt, id: last.metIn ? beforeIds : last.blockedId }) : null,
  }
}
