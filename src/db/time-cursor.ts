import { sql, type SQL } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'

/** Where a page of a list that is ordered by time begins: after the entry of that time (ms) and id. */
export type TimeCursor = { at: number; id: string }

/** `<time in base 36>.<id>`. */
export function formatCursor({ at, id }: TimeCursor): string {
  return `${at.toString(36)}.${id}`
}

/** Null for what is no cursor of ours: somebody has edited it. */
export function parseCursor(text: string): TimeCursor | null {
  const found = /^([0-9a-z]{1,9})\.([\w-]{1,64})$/.exec(text)
  return found ? { at: Number.parseInt(found[1] ?? '', 36), id: found[2] ?? '' } : null
}

/** What an address says about where to begin. `isLost`: it names a place that is none, so the list starts at its beginning. */
export function readCursor(text: string | null): { cursor: TimeCursor | null; isLost: boolean } {
  const cursor = text ? parseCursor(text) : null
  return { cursor, isLost: Boolean(text) && cursor === null }
}

/** Newest first, of the same time the greater id first: true for what comes behind the cursor. */
export function isBehindSql(at: SQLiteColumn, id: SQL | SQLiteColumn, cursor: TimeCursor | null): SQL | undefined {
  return cursor ? sql`(${at} < ${cursor.at} or (${at} = ${cursor.at} and ${id} < ${cursor.id}))` : undefined
}
