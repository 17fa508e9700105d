import type { SQL } from 'drizzle-orm'
import { SQLiteSyncDialect } from 'drizzle-orm/sqlite-core'
import type { Database } from './database.ts'

const dialect = new SQLiteSyncDialect()

/**
 * Runs hand-written statements as one transaction, in order; rows come back by statement, under the names of the SQL.
 * `db.batch` takes only what the query builder made: a `db.all(sql)` with parameters fails inside it.
 */
export async function rawBatch<Rows extends readonly unknown[]>(
  db: Database,
  statements: { readonly [K in keyof Rows]: SQL },
): Promise<{ [K in keyof Rows]: Rows[K][] }> {
  const prepared = statements.map((statement) => {
    const { sql, params } = dialect.sqlToQuery(statement)
    return db.$client.prepare(sql).bind(...params)
  })
  const results = await db.$client.batch(prepared)
  return results.map(({ results: rows }) => rows) as { [K in keyof Rows]: Rows[K][] }
}
