import { positionOf, type ConversationStage, type InboxEvent, type PreviewKind, type WireMessage } from '#shared/wire.ts'
import type { Delivery, InboxRow, Summary } from '../contract.ts'
import type { MarkPlace } from './mark-store.ts'
import { emptyInbox, looksAlike, withStretch, type InboxState } from './inbox-state.ts'
import { countOf, readUpTo } from './unread.ts'

type Row = {
  conversation: string
  self: string
  other: string
  epoch: string
  head: number
  read_seq: number
  delivered: number
  unread: number
  unread_ranges: string
  last_seq: number
  preview: string
  preview_kind: PreviewKind
  last_from: string
  at: number
  stage: ConversationStage
}

/**
 * What a delivery changed: what is new here or has changed, what of it is new, whether the row looks different now, whether
 * that is because a request was accepted, and whether it is of another log than what came before.
 */
export type Applied = {
  place: MarkPlace
  fresh: WireMessage[]
  arrived: WireMessage[]
  isRowChanged: boolean
  isAccepted: boolean
  isOtherLog: boolean
}

/** The inbox: one row per conversation with its head as this hub has acknowledged it. */
export class InboxStore {
  readonly #storage: DurableObjectStorage
  readonly #sql: SqlStorage

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage
    this.#sql = storage.sql
  }

  #find(conversation: string): InboxState | null {
    const row = this.#sql.exec<Row>('SELECT * FROM inbox WHERE conversation = ?', conversation).toArray()[0]
    return row ? toState(row) : null
  }

  /**
   * Stores a delivery once: what this epoch had up to the row's head is dropped. `isHeard`: some device gets to know of it
   * right now.
   */
  apply(delivery: Delivery, isHeard: boolean): Applied {
    const { conversation, epoch, self, other, openedAt, stage, messages, upTo } = delivery
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
      }
      const before = known?.epoch === epoch ? known : emptyInbox(delivery)
      const fresh = messages.filter((message) => positionOf(message) > before.head)
      const stretched = withStretch(before, fresh, upTo)
      const after = { ...stretched, stage, delivered: isHeard ? stretched.head : stretched.delivered }
      const isRowChanged = !known || !looksAlike(known, after)
      // The whole row costs entries in its indexes, so what shows nowhere writes only the head.
      if (isRowChanged || known?.epoch !== epoch || known.readAt !== after.readAt) this.#save(after)
      else if (after.head !== known.head)
        this.#sql.exec(
          'UPDATE inbox SET head = ?, delivered = ? WHERE conversation = ?',
          after.head,
          after.delivered,
          conversation,
        )
      return {
        place: after,
        fresh,
        arrived: fresh.filter((message) => message.seq > before.head),
        isRowChanged,
        isAccepted: known !== null && known.stage !== stage,
        isOtherLog: known !== null && known.epoch !== epoch,
      }
    })
  }

  #save(state: InboxState): void {
    this.#sql.exec(
      `UPDATE inbox SET epoch = ?, head = ?, read_seq = ?, unread = ?, unread_ranges = ?, last_seq = ?, preview = ?,
        preview_kind = ?, last_from = ?, at = ?, stage = ?, delivered = ? WHERE conversation = ?`,
      state.epoch, state.head, state.readAt, countOf(state.unread), JSON.stringify(state.unread), state.lastSeq, state.preview,
      state.previewKind, state.lastFrom, state.at, state.stage, state.delivered,
      state.conversation,
    ) // prettier-ignore
  }

  /** Everything up to `place` has been seen; false when there is no such conversation. */
  markRead(conversation: string, place: number): boolean {
    const state = this.#find(conversation)
    if (!state) return false
    const readAt = Math.min(Math.max(place, state.readAt), state.head)
    const unread = readUpTo(state.unread, readAt)
    if (readAt !== state.readAt || countOf(unread) !== countOf(state.unread))
      this.#sql.exec(
        'UPDATE inbox SET read_seq = ?, unread = ?, unread_ranges = ?, marks_due = 1 WHERE conversation = ?',
        readAt,
        countOf(unread),
        JSON.stringify(unread),
        conversation,
      )
    return true
  }

  /** Newest first; `before` is the `at` of the last row of the page before. `only`: of one tab. */
  list(limit: number, before = Number.MAX_SAFE_INTEGER, only?: 'inbox' | 'requests'): InboxRow[] {
    const isOfTab = { inbox: "stage <> 'incoming'", requests: "stage = 'incoming'", all: 'TRUE' }[only ?? 'all']
    return this.#sql
      .exec<Row>(`SELECT * FROM inbox WHERE at < ? AND ${isOfTab} ORDER BY at DESC, conversation LIMIT ?`, before, limit)
      .toArray()
      .map(({ conversation, other, preview, preview_kind, at, unread, last_from, self, stage }) => ({
        conversation,
        other,
        preview,
        at,
        unread,
        fromMe: last_from === self,
        previewKind: preview_kind,
        stage,
      }))
  }

  listUnread(): Summary['conversations'] {
    return this.#sql
      .exec<{ conversation: string; unread: number }>(
        "SELECT conversation, unread FROM inbox WHERE unread > 0 AND stage = 'open'",
      )
      .toArray()
  }

  countUnread(): number {
    return this.#sql
      .exec<{ total: number }>("SELECT COALESCE(SUM(unread), 0) AS total FROM inbox WHERE unread > 0 AND stage = 'open'")
      .one().total
  }

  countRequests(): number {
    return this.#sql.exec<{ total: number }>("SELECT COUNT(*) AS total FROM inbox WHERE stage = 'incoming'").one().total
  }

  /** The conversation has ended for this member: what there is to tell of it, or null when there was nothing to forget. */
  forget(conversation: string): InboxEvent | null {
    const last = this.findEvent(conversation)
    if (!last) return null
    this.#sql.exec('DELETE FROM inbox WHERE conversation = ?', conversation)
    const counts = { unread: 0, totalUnread: this.countUnread(), requests: this.countRequests() }
    return { ...last, ...counts, preview: '', gone: true }
  }

  findEvent(conversation: string): InboxEvent | null {
    const state = this.#find(conversation)
    if (!state) return null
    return {
      conversation,
      unread: countOf(state.unread),
      totalUnread: this.countUnread(),
      requests: this.countRequests(),
      preview: state.preview,
      previewKind: state.previewKind,
      stage: state.stage,
      at: state.at,
      from: state.lastFrom,
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

function toState(row: Row): InboxState {
  const { conversation, self, other, epoch, head, preview, at, stage } = row
  return {
    conversation,
    self,
    other,
    epoch,
    head,
    readAt: row.read_seq,
    delivered: row.delivered,
    unread: JSON.parse(row.unread_ranges),
    lastSeq: row.last_seq,
    preview,
    previewKind: row.preview_kind,
    lastFrom: row.last_from,
    at,
    stage,
  }
}
