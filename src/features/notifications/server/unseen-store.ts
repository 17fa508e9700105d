/** A message that is not kept because some window has its conversation open, the first of its conversation since somebody looked. */
export type Unseen = { conversation: string; seq: number; at: number }

/** What may lie unread in a hidden window (table `unseen`). */
export class UnseenStore {
  readonly #sql: SqlStorage

  constructor(sql: SqlStorage) {
    this.#sql = sql
  }

  /** True when it is the first of its conversation. */
  add({ conversation, seq, at }: Unseen): boolean {
    const statement = 'INSERT OR IGNORE INTO unseen (conversation, seq, at) VALUES (?, ?, ?)'
    return this.#sql.exec(statement, conversation, seq, at).rowsWritten > 0
  }

  list(): Unseen[] {
    return this.#sql.exec<Unseen>('SELECT conversation, seq, at FROM unseen ORDER BY at').toArray()
  }

  remove(conversation: string): void {
    this.#sql.exec('DELETE FROM unseen WHERE conversation = ?', conversation)
  }
}
