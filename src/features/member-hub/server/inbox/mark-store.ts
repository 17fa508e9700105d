import type { Inbox } from './inbox.ts'

/**
 * How far the member is in a conversation: what some device has got, what was read, and what of that was read while they
 * kept read marks to themselves. Places of its log.
 */
export type MarkPlace = { conversation: string; delivered: number; readAt: number; keptRead: number }

/** The marks in the rows of the inbox: what was delivered since, and which conversations have still to hear of it. */
export class MarkStore {
  readonly #sql: SqlStorage
  readonly #inbox: Inbox

  constructor(sql: SqlStorage, inbox: Inbox) {
    this.#sql = sql
    this.#inbox = inbox
  }

  /** A device has come that gets to know of everything, or of one conversation; true when something is to be told. */
  markDelivered(conversation?: string): boolean {
    this.#inbox.release()
    const [one, bindings] = conversation === undefined ? ['', []] : ['AND conversation = ?', [conversation]]
    const statement = `UPDATE inbox SET delivered = head, marks_due = 1 WHERE delivered < head ${one}`
    return this.#sql.exec(statement, ...bindings).rowsWritten > 0
  }

  /**
   * Every conversation has to hear anew, because the member shares read marks from now on, or no longer. What they have read
   * without sharing it stays theirs: the next thing they read is the first to show.
   */
  markAllDue(sharesRead: boolean): void {
    this.#inbox.release()
    this.#sql.exec(`UPDATE inbox SET marks_due = 1${sharesRead ? ', kept_read = read_seq' : ''}`)
  }

  /** Conversations that have still to be told, after `last` in their order. */
  listDue(last: string, limit: number): MarkPlace[] {
    this.#inbox.settle()
    return this.#sql
      .exec<MarkPlace>(
        `SELECT conversation, delivered, read_seq AS readAt, kept_read AS keptRead FROM inbox WHERE marks_due = 1 AND conversation > ?
        ORDER BY conversation LIMIT ?`,
        last,
        limit,
      )
      .toArray()
  }

  /** The conversation was told exactly this. */
  settle({ conversation, delivered, readAt }: Omit<MarkPlace, 'keptRead'>): void {
    this.#sql.exec(
      'UPDATE inbox SET marks_due = 0 WHERE conversation = ? AND delivered = ? AND read_seq = ?',
      conversation,
      delivered,
      readAt,
    )
  }
}
