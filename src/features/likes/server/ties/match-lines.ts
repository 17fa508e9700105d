import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { notBlockedSql } from '#db/predicates/not-blocked.ts'
import { likes, members, pairs } from '#db/schema.ts'
import type { SeedMessage } from '#features/chat/contract.ts'

/** SQL: an active match, without a block since it was made. */
export const isActiveMatch = and(isNull(pairs.unmatchedAt), notBlockedSql(sql`${pairs.lowId}`, sql`${pairs.highId}`))

/** One of the two, with their active like; null if there is none. */
type PairPerson = { id: string; line: string | null; likedAt: number | null }

/** Returns the two of an active match, without those who have left; no one if there is no such match. */
export async function findPair(db: Database, conversationId: string): Promise<{ people: PairPerson[]; matchedAt: number }> {
  const [pair] = await db
    .select()
    .from(pairs)
    .where(and(eq(pairs.conversationId, conversationId), isActiveMatch))
  if (!pair) return { people: [], matchedAt: 0 }
  const people = await db
    .select({ id: members.id, line: likes.line, likedAt: likes.createdAt })
    .from(members)
    .leftJoin(
      likes,
      and(
        eq(likes.fromId, members.id),
        eq(likes.toId, sql`case when ${members.id} = ${pair.lowId} then ${pair.highId} else ${pair.lowId} end`),
        isNull(likes.withdrawnAt),
      ),
    )
    .where(and(inArray(members.id, [pair.lowId, pair.highId]), inArray(members.state, ['complete', 'paused'])))
  return { people, matchedAt: pair.matchedAt }
}

/**
 * Returns the lines of the two likes as messages, the earlier like's first. By their ids a repeat writes nothing. `sentAt`: their time, at
 * which the conversation begins.
 */
export function linesOf(people: readonly PairPerson[], sentAt: number): SeedMessage[] {
  return people
    .flatMap(({ id, line, likedAt }) => (line === null || likedAt === null ? [] : [{ from: id, text: line, likedAt }]))
    .toSorted((one, other) => one.likedAt - other.likedAt)
    .map(({ likedAt, ...message }) => ({ ...message, cid: `like-${likedAt}`, sentAt }))
}

/**
 * Returns the member whose like made the match, and who saw it with the answer to that like; undefined if neither like did. Of a match
 * after a talk, which both saw there, it may be either of them.
 */
export function makerOf(people: readonly PairPerson[], matchedAt: number): string | undefined {
  const makers = people.filter(({ likedAt }) => likedAt === matchedAt)
  return makers.length === 1 ? makers[0]?.id : undefined
}
