const keptMs = 48 * 60 * 60_000

/** When something was last told, for what may be told only so often (table `told`). */
export class Cooldowns {
  readonly #sql: SqlStorage

  constructor(sql: SqlStorage) {
    this.#sql = sql
  }

  /** Null when it never was, or not for two days. */
  read(what: string): number | null {
    return this.#sql.exec<{ at: number }>('SELECT at FROM told WHERE what = ?', what).toArray()[0]?.at ?? null
  }

  /** Notes it, unless that was done less than `pauseMs` ago: false then. */
  claim(what: string, now: number, pauseMs: number): boolean {
    const at = this.read(what)
    if (at !== null && now - at < pauseMs) return false
    this.#sql.exec('INSERT OR REPLACE INTO told (what, at) VALUES (?, ?)', what, now)
    this.#sql.exec('DELETE FROM told WHERE at < ?', now - keptMs)
    return true
  }
}
