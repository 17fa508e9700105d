import { drizzle } from 'drizzle-orm/d1'
import * as schema from './schema.ts'

/** Typed access to D1. Queries that a page needs are built lazily and sent together as one batch. */
export function openDatabase(binding: D1Database) {
  return drizzle(binding, { schema })
}

export type Database = ReturnType<typeof openDatabase>
