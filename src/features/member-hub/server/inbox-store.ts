import { previewOf } from '#features/notifications/server/public.ts'
import type { InboxEvent, WireMessage } from '#shared/wire.ts'
import type { Delivery, InboxRow, Summary } from '../contract.ts'

type Row = {
  conversation: string
  self: string
  other: string
  epoch: string
  head: number
  read_seq: number
  unread: number
  preview: string
  last_from: string
  at: number
}

/** What a delivery changed: messages that are new here, and whether the row is. */
export type Applied = { isNew: boolean; fresh: WireMessage[] }

/** The inbox: one row per conversation with its head as this hub has acknowledged it. */
export class InboxStore {
  readonly #storage: DurableObjectStorage
  readonly #sql: SqlStorage

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage
    this.#sql = storage.sql
  }

  #find(conversation: string): Row | null {
    return this.#sql.exec<Row>('SELECT * FROM inbox WHERE conversation = ?', conversation).toArray()[0] ?? null
  }

  /** Stores a delivery once: what this epoch had up to the row's head is dropped. One's own message reads all before it. */
  apply(delivery: Delivery): Applied {
    const { conversation, epoch, self, other, openedAt } = delivery
    return this.#storage.transactionSync(() => {
      const known = this.#find(conversation)
      if (!known) {
        this.#sql.exec(
          'INSERT INTO inbox (conversation, self, other, epoch, at) VALUES (?, ?, ?, ?, ?)',
          conversation,
          self,
          other,
          epoch,
          openedAt,
        )
      } else if (known.epoch !== epoch) {
        this.#sql.exec(
          'UPDATE inbox SET epoch = ?, head = 0, read_seq = 0, unread = 0 WHERE conversation = ?',
          epoch,
          conversation,
        )
      }
      const head = known?.epoch === epoch ? known.head : 0
      const fresh = delivery.messages.filter((message) => message.seq > head)
      const last = fresh.at(-1)
      if (last) {
        const lastOwn = fresh.findLast((message) => message.from === self)
        const unread = lastOwn
          ? fresh.filter((message) => message.seq > lastOwn.seq).length
          : (known?.epoch === epoch ? known.unread : 0) + fresh.length
        const readSeq = lastOwn?.seq ?? (known?.epoch === epoch ? known.read_seq : 0)
        this.#sql.exec(
          'UPDATE inbox SET head = ?, read_seq = ?, unread = ?, preview = ?, last_from = ?, at = ? WHERE conversation = ?',
          last.seq, readSeq, unread, previewOf(last.text), last.from, last.sentAt, conversation,
        ) // prettier-ignore
      }
      return { isNew: !known, fresh }
    })
  }

  /** Everything up to `seq` has been seen; false when there is no such conversation. */
  markRead(conversation: string, seq: number): boolean {
    const row = this.#find(conversation)
    if (!row) return false
    const readSeq = Math.min(Math.max(seq, row.read_seq), row.head)
    // Who wrote what stands in the conversation; of what lies above the mark, at most all is unread.
    const unread = Math.min(row.unread, row.head - readSeq)
    if (readSeq !== row.read_seq || unread !== row.unread)
      this.#sql.exec('UPDATE inbox SET read_seq = ?, unread = ? WHERE conversation = ?', readSeq, unread, conversation)
    return true
  }

  /** Newest first; `before` is the `at` of the last row of the page before. */
  list(limit: number, before = Number.MAX_SAFE_INTEGER): InboxRow[] {
    return this.#sql
      .exec<Row>('SELECT * FROM inbox WHERE at < ? ORDER BY at DESC, conversation LIMIT ?', before, limit)
      .toArray()
      .map(({ conversation, other, preview, at, unread, last_from, self }) => ({
        conversation,
        other,
        preview,
        at,
        unread,
        fromMe: last_from === self,
        previewKind: 'text',
        stage: 'open',
      }))
  }

  listUnread(): Summary['conversations'] {
    return this.#sql
      .exec<{ conversation: string; unread: number }>('SELECT conversation, unread FROM inbox WHERE unread > 0')
      .toArray()
  }

  countUnread(): number {
    return this.#sql.exec<{ total: number }>('SELECT COALESCE(SUM(unread), 0) AS total FROM inbox WHERE unread > 0').one().total
  }

  findEvent(conversation: string): InboxEvent | null {
    const row = this.#find(conversation)
    if (!row) return null
    return {
      conversation,
      unread: row.unread,
      totalUnread: this.countUnread(),
      requests: 0,
      preview: row.preview,
      previewKind: 'text',
      stage: 'open',
      at: row.at,
      from: row.last_from,
    }
  }

  /** Heads of the conversations that some connection has joined, newest first. */
  listJoinedHeads(): { conversation: string; head: number }[] {
    return this.#sql
      .exec<{ conversation: string; head: number }>(
        'SELECT conversation, head FROM inbox WHERE conversation IN (SELECT conversation FROM joined) ORDER BY at DESC LIMIT 64',
      )
      .toArray()
  }
}
