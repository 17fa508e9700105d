import { eq, sql, type SQLWrapper } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { members, pairs } from '#db/schema.ts'
import type { Relationship } from '#features/likes/contract.ts'
import { likesSql, hasPassedSql } from '#db/predicates/likes.ts'

type Id = string | SQLWrapper

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

/** For a page's batch: the viewer's relationship to one other member, and whether that member likes the viewer. */
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
