/** Much longer than what a page has read opens a socket. */
const recentMs = 60 * 60_000

/**
 * When the member last lost all access, by a restriction or a deletion (table `access_end`), as far as that is recent. Stored, because it
 * is compared with what pages have read: an end that has reached the hub once is not lost with its memory.
 */
export class AccessEnd {
  readonly #sql: SqlStorage

  constructor(sql: SqlStorage) {
    this.#sql = sql
  }

  note(now: number): void {
    this.#sql.exec('INSERT OR REPLACE INTO access_end (id, at) VALUES (1, ?)', now)
  }

  /** Its time (ms); 0 if that was not recent. */
  last(now: number): number {
    const { at } = this.#sql.exec<{ at: number }>('SELECT COALESCE(MAX(at), 0) AS at FROM access_end').one()
    return at > now - recentMs ? at : 0
  }
}
