import type { AlarmScheduler } from '#server/objects/alarm-scheduler.ts'
import type { InboxState } from '#features/member-hub/server/inbox/inbox-state.ts'
import { countOf } from '#features/member-hub/server/inbox/unread-ranges.ts'
import type { UnseenStore } from './unseen-store.ts'

type UnseenWatchDeps = {
  store: UnseenStore
  alarms: AlarmScheduler
  findRow(conversation: string): InboxState | null
  /** Keeps a notification of what lies there unread. */
  keep(row: InboxState): void
}

/** A window that shows a conversation marks what comes as read within a second; one that did not by then is hidden. */
const graceMs = 60_000

/**
 * A message of a conversation that some window has open is kept nowhere, because that window shows it. Where it does not,
 * since nobody looks, the message is kept a minute later like any other.
 */
export class DeferredNotifications {
  readonly #ports: UnseenWatchDeps
  /** Known to be noted, so that a lively conversation asks the storage once. */
  readonly #noted = new Set<string>()

  constructor(ports: UnseenWatchDeps) {
    this.#ports = ports
  }

  /** A message was shown, but is not kept. */
  note(conversation: string, seq: number): void {
    if (this.#noted.has(conversation)) return
    const { store, alarms } = this.#ports
    const at = Date.now()
    this.#noted.add(conversation)
    if (store.add({ conversation, seq, at })) alarms.wish('unseen', at + graceMs)
  }

  /** Keeps what nobody has looked at, and looks again at what came since. */
  sweep(): void {
    const { store, alarms, findRow, keep } = this.#ports
    const now = Date.now()
    for (const { conversation, seq, at } of store.list()) {
      if (now - at < graceMs) {
        alarms.wish('unseen', at + graceMs)
        continue
      }
      const row = findRow(conversation)
      store.remove(conversation)
      this.#noted.delete(conversation)
      if (!row || countOf(row.unread) === 0) continue
      // Somebody is there and reads: what has come since has a minute of its own.
      if (row.readAt >= seq) this.note(conversation, row.lastSeq)
      else keep(row)
    }
  }
}
