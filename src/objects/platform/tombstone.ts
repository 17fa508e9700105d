const table = 'purged'

/** True if the object was purged: nothing that comes late may bring its content back. */
export function isPurged({ sql }: DurableObjectStorage): boolean {
  return sql.exec("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?", table).toArray().length > 0
}

/**
 * Deletes everything that an object stores, its alarm included, and leaves a tombstone: the time alone. If it is interrupted in
 * between, the caller repeats it.
 */
export async function purgeStorage(storage: DurableObjectStorage, now: number): Promise<void> {
  await storage.deleteAlarm()
  await storage.deleteAll()
  storage.transactionSync(() => {
    storage.sql.exec(`CREATE TABLE IF NOT EXISTS ${table} (at INTEGER NOT NULL)`)
    storage.sql.exec(`INSERT INTO ${table} (at) VALUES (?)`, now)
  })
}
