import type { SQLWrapper } from 'drizzle-orm'
import { DrizzleD1Database } from 'drizzle-orm/d1'
import { SQLiteD1Session } from 'drizzle-orm/d1/session'
import { OnePassDialect } from './one-pass-dialect.ts'

/** Without state: it writes the statements of every request. */
const dialect = new OnePassDialect()

/** Typed access to D1. Queries that a page needs are built lazily and sent together as one batch. */
export function openDatabase(binding: D1Database) {
  const db = new DrizzleD1Database('async', dialect, new SQLiteD1Session(binding, dialect, undefined), undefined)
  const all = db.all.bind(db)
  // Drizzle's batch looks for a prepared `stmt` on every query with parameters, and its raw queries (0.45) have none. It asks for
  // the text twice, which is written once.
  db.all = <Row>(query: SQLWrapper | string) => {
    const raw = all<Row>(query)
    const write = raw.getQuery.bind(raw)
    let written: ReturnType<typeof write> | undefined
    raw.getQuery = () => (written ??= write())
    return Object.defineProperty(raw, 'stmt', { get: () => binding.prepare(raw.getQuery().sql) })
  }
  return db
}

export type Database = ReturnType<typeof openDatabase>
