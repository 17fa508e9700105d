import { getTableColumns, getTableName } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'

/** One statement for D1's `batch`, with the values of its `?`. */
export type SeedStatement = { sql: string; params: string[] }

/** One unique column, or several that are unique together. */
type ColumnsOf<Row> = (keyof Row & string) | readonly (keyof Row & string)[]

type Update<Row> = {
  column: ColumnsOf<Row>
  update: readonly (keyof Row & string)[]
  /** Columns that are written with an update but do not cause one. */
  stamp?: readonly (keyof Row & string)[]
  /** Rows with a value in this column are not changed. */
  onlyWhileNull?: keyof Row & string
}

type RowsOptions<Row> = {
  /** What happens to existing rows: kept, or found by the unique columns and updated if one of `update` differs. */
  onConflict?: 'keep' | Update<Row>
}

/**
 * Inserts any number of rows with one bound parameter: D1 allows 100, so the rows are passed as JSON. Every row has the keys of
 * the first one, which are the schema's property names.
 */
export function insertRows<Table extends SQLiteTable>(
  table: Table,
  rows: readonly Table['$inferInsert'][],
  { onConflict = 'keep' }: RowsOptions<Table['$inferInsert']> = {},
): SeedStatement {
  const columns = getTableColumns(table)
  const nameOf = (key: string) => `"${columns[key]?.name ?? fail(table, key)}"`
  const keys = Object.keys(rows[0] ?? {})
  const values = keys.map((key) => `value ->> '$.${key}'`).join(', ')
  // `where true` keeps the parser from reading ON CONFLICT as a join's condition.
  const insert = `insert into "${getTableName(table)}" (${keys.map(nameOf).join(', ')}) select ${values} from json_each(?) where true`
  return { sql: `${insert} ${conflictClause(getTableName(table), onConflict, nameOf)}`, params: [JSON.stringify(rows)] }
}

function conflictClause<Row>(
  name: string,
  onConflict: NonNullable<RowsOptions<Row>['onConflict']>,
  nameOf: (key: string) => string,
): string {
  if (onConflict === 'keep') return 'on conflict do nothing'
  const { column, update, stamp = [], onlyWhileNull } = onConflict
  const set = [...update, ...stamp].map(nameOf).map((each) => `${each} = excluded.${each}`)
  const differs = update.map(nameOf).map((each) => `"${name}".${each} is not excluded.${each}`)
  const unique = [column].flat().map(nameOf).join(', ')
  const kept = onlyWhileNull === undefined ? '' : ` and "${name}".${nameOf(onlyWhileNull)} is null`
  return `on conflict (${unique}) do update set ${set.join(', ')} where (${differs.join(' or ')})${kept}`
}

function fail(table: SQLiteTable, key: string): never {
  throw new Error(`The table ${getTableName(table)} has no column ${key}`)
}
