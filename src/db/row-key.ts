import { getTableName, sql, type SQL } from 'drizzle-orm'
import { getTableConfig, type SQLiteTable } from 'drizzle-orm/sqlite-core'
import { likes, passes, visits } from './schema.ts'

/**
 * Tables that are their own primary key's index (`WITHOUT ROWID`, in the migration, because the schema cannot say it): rows of two ids
 * would otherwise be stored twice. Not for tables with several indexes, each of which would then repeat both ids.
 */
export const tablesWithoutRowid: ReadonlySet<string> = new Set([likes, passes, visits].map((table) => getTableName(table)))

/** The columns by which the rows of a table are found and ordered, whatever the table holds. */
export function rowKeyOf(table: SQLiteTable): SQL[] {
  const name = getTableName(table)
  if (!tablesWithoutRowid.has(name)) return [sql`${table}.rowid`]
  return getTableConfig(table).primaryKeys.flatMap(({ columns }) => columns.map((column) => sql`${column}`))
}
