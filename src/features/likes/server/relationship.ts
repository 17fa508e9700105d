import { eq, sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { likes, members, pairs, passes } from '#db/schema.ts'
import type { Relationship } from '#features/likes/contract.ts'

type Id = string | SQLWrapper

/**
 * SQL: one member likes another. Takes ids or SQL of them; the inner table has an alias of its own, so `likes` outside
 * is safe.
 */
export function likesSql(from: Id, to: Id): SQL<number> {
  return sql<number>`exists (select 1 from ${likes} given
    where given.from_id = ${from} and given.to_id = ${to} and given.withdrawn_at is null)`
}

/**
 * SQL: one member has passed on another, and the pass counts. An active like outranks a pass and leaves its row as it
 * is. A withdrawn like therefore restores the pass with its ninety days and its undo.
 */
export function hasPassedSql(from: Id, to: Id, now: number): SQL<number> {
  return sql<number>`(exists (select 1 from ${passes} passed
    where passed.from_id = ${from} and passed.to_id = ${to} and passed.expires_at > ${now}) and not ${likesSql(from, to)})`
}

/** Columns for `relationshipOf` in a list of people: the relationship to `other`, an id or SQL of it. */
export function relationshipColumns(viewerId: string, other: Id) {
  const isTheirs = sql`low_id = min(${viewerId}, ${other}) and high_id = max(${viewerId}, ${other})`
  return {
    liked: likesSql(viewerId, other).as('liked'),
    conversationId: sql<string | null>`(select conversation_id from ${pairs} where ${isTheirs} and unmatched_at is null)`.as(
      'conversation_id',
    ),
    ended: sql<number>`exists (select 1 from ${pairs} where ${isTheirs} and unmatched_at is not null)`.as('ended'),
  }
}

/** For a page's batch: the viewer's relationship to one other member, and whether that one likes the viewer. */
export function relationshipStatement(db: Database, viewerId: string, otherId: string, now: number) {
  return db
    .select({
      ...relationshipColumns(viewerId, otherId),
      likesMe: likesSql(otherId, viewerId).as('likes_me'),
      passed: hasPassedSql(viewerId, otherId, now).as('passed'),
    })
    .from(members)
    .where(eq(members.id, viewerId))
}

type RelationshipRow = { liked: number; likesMe: number; passed: number; conversationId: string | null; ended: number }

/** `conversationId` is the match's; null without one. */
export function toRelationship(rows: readonly RelationshipRow[]): {
  relationship: Relationship
  likesMe: boolean
  conversationId: string | null
} {
  const row = rows[0]
  if (!row) return { relationship: 'none', likesMe: false, conversationId: null }
  return { relationship: relationshipOf(row), likesMe: Boolean(row.likesMe) && !row.ended, conversationId: row.conversationId }
}

/** The strongest relationship in a row. */
export function relationshipOf(
  row: Pick<RelationshipRow, 'liked' | 'conversationId' | 'ended'> & { passed?: number },
): Relationship {
  if (row.conversationId !== null) return 'matched'
  if (row.ended) return 'ended'
  return row.liked ? 'liked' : row.passed ? 'passed' : 'none'
}
