import type { AlarmHandlers, Schedule } from '#objects/platform/alarm-scheduler.ts'
import type { ReadState } from './devices.ts'
import type { Notifier } from './notifier.ts'

export type DeferredNotificationsDeps = {
  sql: SqlStorage
  alarms: Schedule<'deferred-notifications'>
  inbox: { readState(conversation: string): ReadState | null }
  notifier: Notifier
}

type Deferred = { conversation: string; seq: number; at: number }

/** A window that shows a conversation marks new messages as read within a second; after this time it must be hidden. */
const graceMs = 60_000

/**
 * Defers the notification of a message while some window has its conversation open, because that window shows it. If it
 * stays unread, it is stored a minute later. Table `unseen` has the first such message of each conversation.
 */
export class DeferredNotifications {
  readonly #deps: DeferredNotificationsDeps
  /** Conversations known to be in the table, so that a lively one queries the storage only once. */
  readonly #known = new Set<string>()
  readonly alarms: AlarmHandlers<'deferred-notifications'> = { 'deferred-notifications': () => this.#flush() }

  constructor(deps: DeferredNotificationsDeps) {
    this.#deps = deps
  }

  /** Defers a message that was shown, but not stored. */
  add(conversation: string, seq: number): void {
    if (this.#known.has(conversation)) return
    const { sql, alarms } = this.#deps
    const at = Date.now()
    this.#known.add(conversation)
    const statement = 'INSERT OR IGNORE INTO unseen (conversation, seq, at) VALUES (?, ?, ?)'
    if (sql.exec(statement, conversation, seq, at).rowsWritten > 0) alarms.schedule('deferred-notifications', at + graceMs)
  }

  /** Stores messages that were not read in time, and defers later ones again. */
  #flush(): void {
    const { sql, alarms, inbox, notifier } = this.#deps
    const now = Date.now()
    for (const { conversation, seq, at } of sql
      .exec<Deferred>('SELECT conversation, seq, at FROM unseen ORDER BY at')
      .toArray()) {
      if (now - at < graceMs) {
        alarms.schedule('deferred-notifications', at + graceMs)
        continue
      }
      const state = inbox.readState(conversation)
      sql.exec('DELETE FROM unseen WHERE conversation = ?', conversation)
      this.#known.delete(conversation)
      if (!state || state.unread === 0) continue
      // The member reads the conversation: newer messages get their own minute.
      if (state.readAt >= seq) this.add(conversation, state.lastSeq)
      else notifier.notify({ id: crypto.randomUUID(), kind: 'message', from: state.other, conversation }, { wasShown: true })
    }
  }
}
