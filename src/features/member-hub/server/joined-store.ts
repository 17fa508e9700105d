export type Joined = { connection: string; conversation: string }

/** Which connections the conversations believe to be there, and which sessions have ended. */
export class JoinedStore {
  readonly #sql: SqlStorage

  constructor(sql: SqlStorage) {
    this.#sql = sql
  }

  add({ connection, conversation }: Joined): void {
    this.#sql.exec('INSERT OR IGNORE INTO joined (connection, conversation) VALUES (?, ?)', connection, conversation)
  }

  remove({ connection, conversation }: Joined): void {
    this.#sql.exec('DELETE FROM joined WHERE connection = ? AND conversation = ?', connection, conversation)
  }

  removeConversation(conversation: string): void {
    this.#sql.exec('DELETE FROM joined WHERE conversation = ?', conversation)
  }

  list(): Joined[] {
    return this.#sql.exec<Joined>('SELECT connection, conversation FROM joined').toArray()
  }

  endSession(sid: string, until: number): void {
    this.#sql.exec('INSERT OR REPLACE INTO ended_sessions (sid, until) VALUES (?, ?)', sid, until)
  }

  hasEnded(sid: string): boolean {
    return this.#sql.exec('SELECT 1 FROM ended_sessions WHERE sid = ?', sid).toArray().length > 0
  }

  forgetEnded(now: number): void {
    this.#sql.exec('DELETE FROM ended_sessions WHERE until <= ?', now)
  }
}
