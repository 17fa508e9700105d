import { positionOf, type ConversationStage, type InboxEvent, type PreviewKind, type WireMessage } from '#shared/realtime/wire.ts'
import type { InboxRow, Summary } from '#features/member-hub/contract.ts'
import type { Delivery } from '#features/chat/contract.ts'
import type { MarkPlace } from './mark-store.ts'
import { emptyInbox, looksAlike, seenAhead, withStretch, type InboxState, type ReadAhead } from './inbox-state.ts'
import { add, isCounted, totalsOf, type Totals } from './inbox-totals.ts'
import type { WriteBehind } from './write-behind.ts'
import { countOf, readUpTo } from './unread-ranges.ts'

type Row = {
  conversation: string
  self: string
  other: string
  epoch: string
  head: number
  read_seq: number
  kept_read: number
  delivered: number
  unread: number
  unread_ranges: string
  last_seq: number
  preview: string
  preview_kind: PreviewKind
  last_from: string
  at: number
  stage: ConversationStage
  hidden: 0 | 1
}

/**
 * What a delivery changed: what is new here or has changed, what of it is new, whether the row looks different now, whether
 * that is because a request was accepted, and whether it is of another log than what came before. `mayWait`: it concerns a
 * row that is there already and goes on as it was.
 */
export type Applied = {
  place: MarkPlace
  mayWait: boolean
  fresh: WireMessage[]
  arrived: WireMessage[]
  isRowChanged: boolean
  isAccepted: boolean
  isOtherLog: boolean
}

/** Rows that are kept in memory beside those that wait to be written. */
const mostKnown = 64

/** The inbox: one row per conversation with its head. Rows in use are in memory, and what deliveries change in them is written late. */
export class Inbox {
  readonly #sql: SqlStorage
  readonly #late: WriteBehind
  readonly #known = new Map<string, InboxState>()
  /** The heads in storage of those rows whose changes are still to be written. */
  readonly #storedHeads = new Map<string, number>()
  #totals: Totals | null = null
  /** Read beyond the head: this object died with what was shown, and is told it again. */
  readonly #readAhead = new Map<string, ReadAhead>()

  constructor(sql: SqlStorage, late: WriteBehind) {
    this.#sql = sql
    this.#late = late
  }

  find(conversation: string): InboxState | null {
    const known = this.#known.get(conversation)
    if (known) return known
    const row = this.#sql.exec<Row>('SELECT * FROM inbox WHERE conversation = ?', conversation).toArray()[0]
    if (!row) return null
    const state = toState(row)
    this.#keep(state)
    return state
  }

  #keep(state: InboxState): void {
    this.#known.delete(state.conversation)
    this.#known.set(state.conversation, state)
    if (this.#known.size <= mostKnown) return
    for (const conversation of this.#known.keys()) {
      if (this.#storedHeads.has(conversation)) continue
      this.#known.delete(conversation)
      return
    }
  }

  /** Somebody else reads the table: what waits goes first. */
  settle(): void {
    this.#late.flush()
  }

  /** Somebody else writes to the table: what waits goes first, and what is in memory is read anew. */
  release(): void {
    this.#late.flush()
    this.#known.clear()
    this.#totals = null
  }

  /** Up to here nothing needs to be told again. */
  storedHead(conversation: string, epoch: string): number {
    const row = this.find(conversation)
    return row?.epoch === epoch ? (this.#storedHeads.get(conversation) ?? row.head) : 0
  }

  /**
   * Takes a delivery once: what this epoch had up to the row's head is dropped. `isHeard`: some device gets to know of it
   * right now. Null when what came before it is missing; nothing has changed then.
   */
  apply(delivery: Delivery, isHeard: boolean): Applied | null {
    const { conversation, epoch, stage, messages, since, upTo } = delivery
    const known = this.find(conversation)
    const before = known?.epoch === epoch ? known : emptyInbox(delivery)
    if (since > before.head) return null
    const fresh = messages.filter((message) => positionOf(message) > before.head)
    const told = withStretch(before, fresh, upTo)
    const seen = seenAhead(before === known ? this.#readAhead.get(conversation) : undefined, before.head, fresh, told.head)
    if (fresh.length > 0 || before !== known) this.#readAhead.delete(conversation)
    const stretched = seen > told.readAt ? { ...told, readAt: seen, unread: readUpTo(told.unread, seen) } : told
    const after = { ...stretched, stage, delivered: isHeard ? stretched.head : stretched.delivered }
    if (!known) this.#insert(after)
    if (after.head !== known?.head || after.stage !== known.stage || after.epoch !== known.epoch) this.#put(known, after)
    return {
      place: after,
      mayWait: known !== null && known.epoch === epoch && known.stage === stage,
      fresh,
      arrived: fresh.filter((message) => message.seq > Math.max(before.head, seen)),
      isRowChanged: !known || !looksAlike(known, after),
      isAccepted: known !== null && known.stage !== stage,
      isOtherLog: known !== null && known.epoch !== epoch,
    }
  }

  #insert({ conversation, self, other, epoch, at }: InboxState): void {
    const sql = 'INSERT INTO inbox (conversation, self, other, epoch, at) VALUES (?, ?, ?, ?, ?)'
    this.#sql.exec(sql, conversation, self, other, epoch, at)
  }

  #put(before: InboxState | null, after: InboxState): void {
    const { conversation } = after
    if (this.#totals) this.#totals = add(add(this.#totals, totalsOf(before), -1), totalsOf(after), 1)
    if (!this.#storedHeads.has(conversation)) this.#storedHeads.set(conversation, before?.epoch === after.epoch ? before.head : 0)
    this.#keep(after)
    this.#late.put(`inbox ${conversation}`, {
      write: () => this.#save(after),
      written: () => void this.#storedHeads.delete(conversation),
    })
  }

  #save(state: InboxState): void {
    this.#sql.exec(
      `UPDATE inbox SET epoch = ?, head = ?, read_seq = ?, unread = ?, unread_ranges = ?, last_seq = ?, preview = ?,
        preview_kind = ?, last_from = ?, at = ?, stage = ?, delivered = ?, kept_read = ?, hidden = ? WHERE conversation = ?`,
      state.epoch, state.head, state.readAt, countOf(state.unread), JSON.stringify(state.unread), state.lastSeq, state.preview,
      state.previewKind, state.lastFrom, state.at, state.stage, state.delivered, state.keptRead, state.isHidden ? 1 : 0,
      state.conversation,
    ) // prettier-ignore
  }

  /** Everything up to `place` has been seen; false when there is no such conversation. */
  markRead(conversation: string, place: number): boolean {
    const state = this.find(conversation)
    if (!state) return false
    if (place > state.head) this.#readAhead.set(conversation, { place, at: Date.now() })
    const readAt = Math.min(Math.max(place, state.readAt), state.head)
    const unread = readUpTo(state.unread, readAt)
    if (readAt === state.readAt && countOf(unread) === countOf(state.unread)) return true
    this.#put(state, { ...state, readAt, unread })
    this.#late.flush()
    this.#sql.exec('UPDATE inbox SET marks_due = 1 WHERE conversation = ?', conversation)
    return true
  }

  /** Newest first; `before` is the `at` of the last row of the page before. `only`: of one tab. */
  list(limit: number, before = Number.MAX_SAFE_INTEGER, only?: 'inbox' | 'requests'): InboxRow[] {
    this.#late.flush()
    const isOfTab = { inbox: "stage <> 'incoming'", requests: "stage = 'incoming'", all: 'TRUE' }[only ?? 'all']
    return this.#sql
      .exec<Row>(
        `SELECT * FROM inbox WHERE at < ? AND hidden = 0 AND ${isOfTab} ORDER BY at DESC, conversation LIMIT ?`,
        before,
        limit,
      )
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
    this.#late.flush()
    return this.#sql
      .exec<{ conversation: string; unread: number }>(
        "SELECT conversation, unread FROM inbox WHERE unread > 0 AND stage = 'open' AND hidden = 0",
      )
      .toArray()
  }

  countUnread(): number {
    return this.#count().unread
  }

  countRequests(): number {
    return this.#count().requests
  }

  #count(): Totals {
    if (this.#totals) return this.#totals
    this.#late.flush()
    this.#totals = this.#sql
      .exec<Totals>(
        `SELECT COALESCE(SUM(iif(stage = 'open', unread, 0)), 0) AS unread, COALESCE(SUM(stage = 'incoming'), 0) AS requests
         FROM inbox WHERE (${isCounted}) AND hidden = 0`,
      )
      .one()
    return this.#totals
  }

  /** The conversation has ended for this member: what there is to tell of it, or null when there was nothing to forget. */
  forget(conversation: string): InboxEvent | null {
    const last = this.findEvent(conversation)
    if (!last) return null
    this.release()
    this.#readAhead.delete(conversation)
    this.#sql.exec('DELETE FROM inbox WHERE conversation = ?', conversation)
    const counts = { unread: 0, totalUnread: this.countUnread(), requests: this.countRequests() }
    return { ...last, ...counts, preview: '', gone: true }
  }

  /** Conversations with this person. */
  listWith(person: string): string[] {
    const rows = this.#sql.exec<{ conversation: string }>('SELECT conversation FROM inbox WHERE other = ?', person)
    return rows.toArray().map(({ conversation }) => conversation)
  }

  /** Unread messages of one conversation, or null when the member has none such. */
  findUnread(conversation: string): number | null {
    const state = this.find(conversation)
    return state && countOf(state.unread)
  }

  findEvent(conversation: string): InboxEvent | null {
    const state = this.find(conversation)
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

  /** Heads of these conversations, newest first. */
  listHeads(conversations: Iterable<string>): { conversation: string; head: number }[] {
    return [...conversations]
      .flatMap((conversation) => this.find(conversation) ?? [])
      .sort((a, b) => b.at - a.at)
      .slice(0, mostKnown)
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
    keptRead: row.kept_read,
    delivered: row.delivered,
    unread: JSON.parse(row.unread_ranges),
    lastSeq: row.last_seq,
    preview,
    previewKind: row.preview_kind,
    lastFrom: row.last_from,
    at,
    stage,
    isHidden: row.hidden === 1,
  }
}
