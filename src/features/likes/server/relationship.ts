import { eq, sql, type SQLWrapper } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { likes, members, pairs, profiles } from '#db/schema.ts'
import type { Relationship } from '#features/likes/contract.ts'
import { likesSql, hasPassedSql } from '#db/predicates/likes.ts'
import { tieJsonSql } from '#db/predicates/tie-json.ts'

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

/**
 * SQL of the other's active like of the viewer, as `readTie` takes it; '' for a plain one, null for none. A plain like costs no row of the
 * viewer's profile.
 */
const receivedTieSql = (viewerId: string, otherId: string) => sql<string | null>`(
    select case when given.tie_kind is null then '' else ${tieJsonSql('given', 'liked')} end from ${likes} given
    left join ${profiles} liked on liked.member_id = given.to_id and given.tie_kind is not null
    where given.from_id = ${otherId} and given.to_id = ${viewerId} and given.withdrawn_at is null)`

/** For a page's batch: the viewer's relationship to one other member, and that member's like of the viewer. */
export function relationshipStatement(db: Database, viewerId: string, otherId: string, now: number) {
  return db
    .select({
      ...relationshipColumns(viewerId, otherId),
      received: receivedTieSql(viewerId, otherId).as('received_tie'),
      passed: hasPassedSql(viewerId, otherId, now).as('passed'),
    })
    .from(members)
    .where(eq(members.id, viewerId))
}

type RelationshipRow = { liked: number; received: string | null; passed: number; conversationId: string | null; ended: number }

/**
 * `conversationId` is the match's; null without one. `received`: what the other's like is tied to, for `readTie`, where the list of
 * received likes shows it too; null elsewhere and for a plain like.
 */
export function toRelationship(rows: readonly RelationshipRow[]): {
  relationship: Relationship
  likesMe: boolean
  received: string | null
  conversationId: string | null
} {
  const row = rows[0]
  if (!row) return { relationship: 'none', likesMe: false, received: null, conversationId: null }
  const relationship = relationshipOf(row)
  return {
    relationship,
    likesMe: row.received !== null && !row.ended,
    received: relationship === 'none' ? row.received || null : null,
    conversationId: row.conversationId,
  }
}

/** The strongest relationship in a row. */
export function relationshipOf(
  row: Pick<RelationshipRow, 'liked' | 'conversationId' | 'ended'> & { passed?: number },
): Relationship {
  if (row.conversationId !== null) return 'matched'
  if (row.ended) return 'ended'
  return row.liked ? 'liked' : row.passed ? 'passed' : 'none'
}
