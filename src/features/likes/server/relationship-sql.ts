import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { likes, passes } from '#db/schema.ts'

export type Id = string | SQLWrapper

/** Whether one likes another; ids or SQL of them, of an outer `likes` too: the inner one has a name of its own. */
export function likesSql(from: Id, to: Id): SQL<number> {
  return sql<number>`exists (select 1 from ${likes} given
    where given.from_id = ${from} and given.to_id = ${to} and given.withdrawn_at is null)`
}

/**
 * Whether one has passed on another, and the pass counts. A like outranks it while it stands and leaves it as it is, so
 * that a like taken back leads to where its member was before: the pass with its ninety days, and its undo.
 */
export function hasPassedSql(from: Id, to: Id, now: number): SQL<number> {
  return sql<number>`(exists (select 1 from ${passes} passed
    where passed.from_id = ${from} and passed.to_id = ${to} and passed.expires_at > ${now}) and not ${likesSql(from, to)})`
}
