import { sql, type SQL } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'

/** Cursor of a list ordered by time: the page begins after the entry of that time (ms) and id. */
export type TimeCursor = { at: number; id: string }

/** `<time in base 36>.<id>`. */
export function formatCursor({ at, id }: TimeCursor): string {
  return `${at.toString(36)}.${id}`
}

/** Null for a value that this code did not write, such as an edited URL. */
export function parseCursor(text: string): TimeCursor | null {
  const found = /^([0-9a-z]{1,9})\.([\w-]{1,64})$/.exec(text)
  return found ? { at: Number.parseInt(found[1] ?? '', 36), id: found[2] ?? '' } : null
}

/** The cursor in a page's URL. `isLost`: it cannot be read, so the list starts at its beginning. */
export function readCursor(text: string | null): { cursor: TimeCursor | null; isLost: boolean } {
  const cursor = text ? parseCursor(text) : null
  return { cursor, isLost: Boolean(text) && cursor === null }
}

/** What to sort a queue by, so that it goes on after the cursor: first the rows after it, then it and those before it. */
export function orderAfter(at: SQLiteColumn, id: SQLiteColumn, cursor: TimeCursor | null): SQL[] {
  const own = [sql`${at}`, sql`${id}`]
  return cursor ? [sql`(${at}, ${id}) <= (${cursor.at}, ${cursor.id})`, ...own] : own
}

/** Condition for rows after the cursor: newest first; at the same time, the greater id first. */
export function isBehindSql(at: SQLiteColumn, id: SQL | SQLiteColumn, cursor: TimeCursor | null): SQL | undefined {
  return cursor ? sql`(${at} < ${cursor.at} or (${at} = ${cursor.at} and ${id} < ${cursor.id}))` : undefined
}
