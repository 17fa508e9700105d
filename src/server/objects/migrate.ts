/**
 * Brings an object's own SQLite up to date. `steps` only ever grows: step n turns version n into n + 1. It runs in the
 * constructor, where no other code can interleave, and costs one read when the version is current. `table` holds the
 * version: an object with two schemas has two of them.
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
