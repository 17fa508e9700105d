import { sql, type SQL } from 'drizzle-orm'
import { entriesSql } from '#db/entries.ts'

/** The condition of `changesStatement` for these areas. Their places are bound: the text of a failed statement is logged. */
export function inAreasSql(near: readonly { x: number; y: number }[]): SQL {
  return sql`(m.parent_x, m.parent_y) in (${parentsSql(near)})`
}

/** The parents as rows of two columns. */
export function parentsSql(parents: readonly { x: number; y: number }[]): SQL {
  return sql`select value ->> 0, value ->> 1 from (${entriesSql(parents.map(({ x, y }) => [x, y]))})`
}
