import { accessTokenMs } from '#features/auth/contract.ts'

/** Sessions that have ended while their access tokens are still valid (table `ended_sessions`). */
export class EndedSessions {
  readonly #sql: SqlStorage

  constructor(sql: SqlStorage) {
    this.#sql = sql
  }

  /** Prevents the session from opening connections, from now on. */
  add(sid: string, now: number): void {
    this.#sql.exec('DELETE FROM ended_sessions WHERE until <= ?', now)
    this.#sql.exec('INSERT OR REPLACE INTO ended_sessions (sid, until) VALUES (?, ?)', sid, now + accessTokenMs)
  }

  has(sid: string): boolean {
    return this.#sql.exec('SELECT 1 FROM ended_sessions WHERE sid = ?', sid).toArray().length > 0
  }
}
