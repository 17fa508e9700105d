/**
 * Brings an object's own SQLite up to date. `steps` only ever grows: step n turns version n into n + 1. It runs in the
 * constructor, where no other code can interleave, and costs one read when the version is current. `table` holds the version: an
 * object with two schemas has two such tables.
 */
export function migrateObject(storage: DurableObjectStorage, steps: readonly string[], table = 'schema_version'): void {
  const { sql } = storage
  sql.exec(`CREATE TABLE IF NOT EXISTS ${table} (id INTEGER PRIMARY KEY CHECK (id = 1), version INTEGER NOT NULL)`)
  const version = sql.exec<{ version: number }>(`SELECT version FROM ${table}`).toArray()[0]?.version ?? 0
  if (version >= steps.length) return
  storage.transactionSync(() => {
    for (const step of steps.slice(version)) sql.exec(step)
    sql.exec(`INSERT INTO ${table} (id, version) VALUES (1, ?1) ON CONFLICT (id) DO UPDATE SET version = ?1`, steps.length)
  })
}

/** By schema: the statements that create its tables in their final form, and their version. */
const squashed = new WeakMap<readonly string[], string>()

/**
 * Creates a schema's tables in an object that has none. The result is that of `migrateObject`, without its history: the first
 * object of an isolate runs all the steps, and the others create the result directly. For schemas of tables and indexes whose
 * steps write no rows. The caller has a transaction.
 */
export function createTables(storage: DurableObjectStorage, steps: readonly string[], table = 'schema_version'): void {
  const known = squashed.get(steps)
  if (known !== undefined) return void storage.sql.exec(known)
  const before = new Set(listSchema(storage.sql).map(({ name }) => name))
  migrateObject(storage, steps, table)
  const made = listSchema(storage.sql).filter(({ name }) => !before.has(name))
  const version = `INSERT INTO ${table} (id, version) VALUES (1, ${steps.length})`
  squashed.set(steps, [...made.map(({ sql }) => sql), version].join(';\n'))
}

/** In the order of creation, without the indexes that tables create themselves. */
function listSchema(sql: SqlStorage): { name: string; sql: string }[] {
  return sql
    .exec<{ name: string; sql: string }>('SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY rowid')
    .toArray()
}
