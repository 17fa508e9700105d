import type { NotificationPayload } from '#shared/wire.ts'
import { keptNotifications } from '../contract.ts'

/** The notifications of one member, in the SQLite of their hub (table `notifications`). */
export class NotificationStore {
  readonly #sql: SqlStorage

  constructor(sql: SqlStorage) {
    this.#sql = sql
  }

  /** Keeps a notification; false when this id was there already. */
  add(payload: NotificationPayload, at: number): boolean {
    const { rowsWritten } = this.#sql.exec(
      'INSERT OR IGNORE INTO notifications (id, kind, conversation, payload, at) VALUES (?, ?, ?, ?, ?)',
      payload.id, payload.kind, payload.link ?? null, JSON.stringify(payload), at,
    ) // prettier-ignore
    this.#trim()
    return rowsWritten > 0
  }

  /** One unread notification per conversation is enough: a newer message takes the place of the one before. */
  addMessage(id: string, conversation: string, from: string, at: number): void {
    this.#sql.exec("DELETE FROM notifications WHERE kind = 'message' AND conversation = ? AND unread = 1", conversation)
    this.#sql.exec(
      "INSERT INTO notifications (id, kind, conversation, from_id, at) VALUES (?, 'message', ?, ?, ?)",
      id,
      conversation,
      from,
      at,
    )
    this.#trim()
  }

  /** Whoever read a conversation needs no notice of it any more. */
  markConversationRead(conversation: string): void {
    this.#sql.exec('UPDATE notifications SET unread = 0 WHERE conversation = ? AND unread = 1', conversation)
  }

  countUnread(): number {
    return this.#sql.exec<{ total: number }>('SELECT COUNT(*) AS total FROM notifications WHERE unread = 1').one().total
  }

  #trim(): void {
    this.#sql.exec(
      'DELETE FROM notifications WHERE id IN (SELECT id FROM notifications ORDER BY at DESC LIMIT -1 OFFSET ?)',
      keptNotifications,
    )
  }
}
