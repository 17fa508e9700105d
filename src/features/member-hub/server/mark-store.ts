/** How far the member is in a conversation: what some device has got, and what was read. Places of its log. */
export type MarkPlace = { conversation: string; delivered: number; readAt: number }

/** The marks in the rows of the inbox: what was delivered since, and which conversations have still to hear of it. */
export class MarkStore {
  readonly #sql: SqlStorage

  constructor(sql: SqlStorage) {
    this.#sql = sql
  }

  /** A device has come that gets to know of everything, or of one conversation; true when something is to be told. */
  markDelivered(conversation?: string): boolean {
    const [one, bindings] = conversation === undefined ? ['', []] : ['AND conversation = ?', [conversation]]
    const statement = `UPDATE inbox SET delivered = head, marks_due = 1 WHERE delivered < head ${one}`
    return this.#sql.exec(statement, ...bindings).rowsWritten > 0
  }

  /** Every conversation has to hear anew, because the member shares something else now. */
  markAllDue(): void {
    this.#sql.exec('UPDATE inbox SET marks_due = 1')
  }

  /** Conversations that have still to be told, after `last` in their order. */
  listDue(last: string, limit: number): MarkPlace[] {
    return this.#sql
      .exec<MarkPlace>(
        `SELECT conversation, delivered, read_seq AS readAt FROM inbox WHERE marks_due = 1 AND conversation > ?
        ORDER BY conversation LIMIT ?`,
        last,
        limit,
      )
      .toArray()
  }

  /** The conversation was told exactly this. */
  settle({ conversation, delivered, readAt }: MarkPlace): void {
    this.#sql.exec(
      'UPDATE inbox SET marks_due = 0 WHERE conversation = ? AND delivered = ? AND read_seq = ?',
      conversation,
      delivered,
      readAt,
    )
  }
}
