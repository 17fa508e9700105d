import { SQLiteAsyncDialect } from 'drizzle-orm/sqlite-core'
import { OnePassDialect } from '#db/one-pass-dialect.ts'

/**
 * Compares the statements that tests send to D1 with what drizzle itself would send: each text once, because most are sent a
 * thousand times.
 */
export function compareStatements(): void {
  const compared = new Set<string>()
  const { sqlToQuery: write } = OnePassDialect.prototype
  const { sqlToQuery: writeAsDrizzle } = SQLiteAsyncDialect.prototype
  const textOf = ({ sql, params }: ReturnType<typeof write>) => JSON.stringify([sql, params])
  OnePassDialect.prototype.sqlToQuery = function compare(statement, source) {
    const query = write.call(this, statement, source)
    if (compared.has(query.sql)) return query
    compared.add(query.sql)
    const expected = writeAsDrizzle.call(this, statement, source)
    if (textOf(query) !== textOf(expected)) throw new Error(`Drizzle writes ${textOf(expected)}, and we ${textOf(query)}`)
    return query
  }
}
