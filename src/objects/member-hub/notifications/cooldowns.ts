const keptMs = 48 * 60 * 60_000

/** Times of actions with a cooldown. */
export class Cooldowns {
  readonly #sql: SqlStorage

  constructor(sql: SqlStorage) {
    this.#sql = sql
  }

  /** Returns the time of the last one in ms; null without one, or after two days. */
  lastAt(what: string): number | null {
    return this.#sql.exec<{ at: number }>('SELECT at FROM told WHERE what = ?', what).toArray()[0]?.at ?? null
  }

  /** Starts the cooldown; false while the previous one, of `cooldownMs`, is still running. */
  tryAcquire(what: string, now: number, cooldownMs: number): boolean {
    const at = this.lastAt(what)
    if (at !== null && now - at < cooldownMs) return false
    this.#sql.exec('INSERT OR REPLACE INTO told (what, at) VALUES (?, ?)', what, now)
    this.#sql.exec('DELETE FROM told WHERE at < ?', now - keptMs)
    return true
  }
}
