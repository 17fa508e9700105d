import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { likes, pairs, passes } from '../schema.ts'

/** An id, or SQL of one. */
type Id = string | SQLWrapper

/** SQL: one member likes another. Takes ids or SQL of them; the inner table has its own alias, so `likes` outside is safe. */
export function likesSql(from: Id, to: Id): SQL<number> {
  return sql<number>`exists (select 1 from ${likes} given
    where given.from_id = ${from} and given.to_id = ${to} and given.withdrawn_at is null)`
}

/**
 * SQL: one member has passed on another, and the pass counts. An active like outranks a pass and does not change its row. A
 * withdrawn like therefore restores the pass with its ninety days and its undo.
 */
export function hasPassedSql(from: Id, to: Id, now: number): SQL<number> {
  return sql<number>`(exists (select 1 from ${passes} passed
    where passed.from_id = ${from} and passed.to_id = ${to} and passed.expires_at > ${now}) and not ${likesSql(from, to)})`
}

/** SQL: the two have an active match. */
export function isMatchSql(one: string, other: string): SQL {
  return sql`exists (select 1 from ${pairs}
    where low_id = min(${one}, ${other}) and high_id = max(${one}, ${other}) and unmatched_at is null)`
}
