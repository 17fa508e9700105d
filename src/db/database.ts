import type { SQLWrapper } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/d1'

/** Typed access to D1. Queries that a page needs are built lazily and sent together as one batch. */
export function openDatabase(binding: D1Database) {
  const db = drizzle(binding)
  const all = db.all.bind(db)
  // Drizzle's batch looks for a prepared `stmt` on every query with parameters, and its raw queries (0.45) have none.
  db.all = <Row>(query: SQLWrapper | string) => {
    const raw = all<Row>(query)
    return Object.defineProperty(raw, 'stmt', { get: () => binding.prepare(raw.getQuery().sql) })
  }
  return db
}

export type Database = ReturnType<typeof openDatabase>
