import { positionOf, type InboxEvent, type WireMessage } from '#shared/realtime/wire.ts'
import type { Summary } from '#features/member-hub/contract.ts'
import type { Delivery, InboxRow } from '#features/chat/contract.ts'
import { toColumns, toInboxRow, toState, type StoredRow } from './inbox-row.ts'
import {
  emptyInbox,
  looksAlike,
  movedTotals,
  seenAhead,
  totalsOf,
  applyMessages,
  type InboxState,
  type ReadAhead,
  type Totals,
} from './inbox-state.ts'
import type { WriteBehind } from './write-behind.ts'
import { countOf, readUpTo } from './unread-ranges.ts'
import type { ReadState } from '../notifications/devices.ts'

/**
 * The member's receipts in a conversation, as positions of its log. `delivered`: received by some device. `keptRead`: read
 * while the member did not share read receipts.
 */
export type Receipts = Pick<InboxState, 'conversation' | 'delivered' | 'readAt' | 'keptRead'>

/**
 * The result of a delivery. `fresh`: messages that are new here or have changed; `arrived`: the new ones of these.
 * `isRowChanged`: the row looks different now; `isAccepted`: a request was accepted; `isOtherLog`: the conversation has a new
 * log. `mayWait`: the write may be delayed, because the row existed and stays valid.
 */
export type Applied = {
  receipts: Receipts
  mayWait: boolean
  fresh: WireMessage[]
  arrived: WireMessage[]
  isRowChanged: boolean
  isAccepted: boolean
  isOtherLog: boolean
}

/** The SQL condition for rows that count in the badges, apart from hidden ones. */
const isCounted = "(stage = 'open' AND unread > 0) OR stage = 'incoming'"

/** Rows cached besides those that wait to be written. */
const mostCached = 64

export type InboxDeps = { sql: SqlStorage; writes: WriteBehind }

/**
 * The inbox: one row per conversation, with its receipts. No other class reads or writes table `inbox`. Rows in use are cached,
 * and changes by deliveries are written behind.
 */
export class Inbox {
  readonly #sql: SqlStorage
  readonly #writes: WriteBehind
  readonly #cache = new Map<string, InboxState>()
  /** The stored heads of the rows whose changes are still to be written. */
  readonly #storedHeads = new Map<string, number>()
  #totals: Totals | null = null
  /** Read positions beyond the head: this object restarted before storing messages it had shown, and receives them again. */
  readonly #readAhead = new Map<string, ReadAhead>()

  constructor({ sql, writes }: InboxDeps) {
    this.#sql = sql
    this.#writes = writes
  }

  /** Reads the table after flushing all changes. */
  #select<Result extends Record<string, SqlStorageValue>>(query: string, ...bindings: SqlStorageValue[]): Result[] {
    this.#writes.flush()
    return this.#sql.exec<Result>(query, ...bindings).toArray()
  }

  /** Changes rows directly, past the cache; true if there were any. */
  #update(statement: string, ...bindings: SqlStorageValue[]): boolean {
    this.#writes.flush()
    this.#cache.clear()
    this.#totals = null
    return this.#sql.exec(statement, ...bindings).rowsWritten > 0
  }

  find(conversation: string): InboxState | null {
    const cached = this.#cache.get(conversation)
    if (cached) return cached
    // A row waiting to be written is cached, so here the stored one is current.
    const row = this.#sql.exec<StoredRow>('SELECT * FROM inbox WHERE conversation = ?', conversation).toArray()[0]
    if (!row) return null
    const state = toState(row)
    this.#keep(state)
    return state
  }

  #keep(state: InboxState): void {
    this.#cache.delete(state.conversation)
    this.#cache.set(state.conversation, state)
    if (this.#cache.size <= mostCached) return
    for (const conversation of this.#cache.keys()) {
      if (this.#storedHeads.has(conversation)) continue
      this.#cache.delete(conversation)
      return
    }
  }

  /** Returns the position up to which the conversation need not deliver again. */
  storedHead(conversation: string, epoch: string): number {
    const row = this.find(conversation)
    return row?.epoch === epoch ? (this.#storedHeads.get(conversation) ?? row.head) : 0
  }

  /**
   * Applies a delivery once: messages up to the row's head in this epoch are dropped. `isReceived`: some device gets it right
   * now. Null, with nothing changed, if messages before it are missing.
   */
  apply(delivery: Delivery, isReceived: boolean): Applied | null {
    const { conversation, epoch, stage, messages, since, upTo } = delivery
    const known = this.find(conversation)
    const before = known?.epoch === epoch ? known : emptyInbox(delivery)
    if (since > before.head) return null
    const fresh = messages.filter((message) => positionOf(message) > before.head)
    const next = applyMessages(before, fresh, upTo)
    const seen = seenAhead(before === known ? this.#readAhead.get(conversation) : undefined, before.head, fresh, next.head)
    if (fresh.length > 0 || before !== known) this.#readAhead.delete(conversation)
    const read = seen > next.readAt ? { ...next, readAt: seen, unread: readUpTo(next.unread, seen) } : next
    const after = { ...read, stage, delivered: isReceived ? read.head : read.delivered }
    if (!known) this.#insert(after)
    if (after.head !== known?.head || after.stage !== known.stage || after.epoch !== known.epoch) this.#put(known, after)
    return {
      receipts: after,
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
    if (this.#totals) this.#totals = movedTotals(this.#totals, totalsOf(before), totalsOf(after))
    if (!this.#storedHeads.has(conversation)) this.#storedHeads.set(conversation, before?.epoch === after.epoch ? before.head : 0)
    this.#keep(after)
    this.#writes.put(`inbox ${conversation}`, {
      write: () => this.#save(after),
      written: () => void this.#storedHeads.delete(conversation),
    })
  }

  #save(state: InboxState): void {
    const columns = toColumns(state)
    const assignments = Object.keys(columns).map((name) => `${name} = ?`)
    const statement = `UPDATE inbox SET ${assignments.join()} WHERE conversation = ?`
    this.#sql.exec(statement, ...Object.values(columns), state.conversation)
  }

  /**
   * Marks everything up to `position` as read; false if there is no such conversation. `reported`: what the conversation reported
   * of its pages, which gets these receipts with the answer.
   */
  markRead(conversation: string, position: number, reported?: Pick<InboxState, 'keptRead'>): boolean {
    const state = this.find(conversation)
    if (!state) return false
    if (position > state.head) this.#readAhead.set(conversation, { position, at: Date.now() })
    const readAt = Math.min(Math.max(position, state.readAt), state.head)
    const unread = readUpTo(state.unread, readAt)
    const keptRead = Math.max(state.keptRead, reported?.keptRead ?? 0)
    if (readAt === state.readAt && keptRead === state.keptRead && countOf(unread) === countOf(state.unread)) return true
    this.#put(state, { ...state, readAt, keptRead, unread })
    this.#writes.flush()
    if (!reported) this.#sql.exec('UPDATE inbox SET marks_due = 1 WHERE conversation = ?', conversation)
    return true
  }

  /** Called when a device has joined one conversation, or the member's own channel; true if receipts are due. */
  markDelivered(conversation?: string): boolean {
    const [one, bindings] = conversation === undefined ? ['', []] : ['AND conversation = ?', [conversation]]
    return this.#update(`UPDATE inbox SET delivered = head, marks_due = 1 WHERE delivered < head ${one}`, ...bindings)
  }

  /**
   * Makes every conversation's receipts due, because the member started or stopped sharing read receipts. Earlier reading stays
   * private: the next message that the member reads is the first to show.
   */
  markAllReceiptsDue(sharesRead: boolean): void {
    this.#update(`UPDATE inbox SET marks_due = 1${sharesRead ? ', kept_read = read_seq' : ''}`)
  }

  /** Receipts that their conversations do not have yet, by conversation, after `last`. */
  listReceiptsDue(last: string, limit: number): Receipts[] {
    return this.#select<Receipts>(
      `SELECT conversation, delivered, read_seq AS readAt, kept_read AS keptRead FROM inbox WHERE marks_due = 1 AND conversation > ?
      ORDER BY conversation LIMIT ?`,
      last,
      limit,
    )
  }

  /** Records that the conversation has exactly these receipts. */
  confirmReceipts({ conversation, delivered, readAt }: Receipts): void {
    const statement = 'UPDATE inbox SET marks_due = 0 WHERE conversation = ? AND delivered = ? AND read_seq = ?'
    this.#sql.exec(statement, conversation, delivered, readAt)
  }

  /** Lists rows, newest first; `before` is the `at` of the last row of the previous page. `only`: of one tab. */
  list(limit: number, before = Number.MAX_SAFE_INTEGER, only?: 'inbox' | 'requests'): InboxRow[] {
    const isOfTab = { inbox: "stage <> 'incoming'", requests: "stage = 'incoming'", all: 'TRUE' }[only ?? 'all']
    return this.#select<StoredRow>(
      `SELECT * FROM inbox WHERE at < ? AND hidden = 0 AND ${isOfTab} ORDER BY at DESC, conversation LIMIT ?`,
      before,
      limit,
    ).map(toInboxRow)
  }

  listUnread(): Summary['conversations'] {
    return this.#select("SELECT conversation, unread FROM inbox WHERE unread > 0 AND stage = 'open' AND hidden = 0")
  }

  /** Lists conversations with this person. */
  listWith(person: string): string[] {
    return this.#select<{ conversation: string }>('SELECT conversation FROM inbox WHERE other = ?', person).map(
      ({ conversation }) => conversation,
    )
  }

  /** Returns the conversation among these with the newest row. */
  findNewest(conversations: readonly string[]): string | null {
    const query = 'SELECT conversation FROM inbox WHERE conversation IN (SELECT value FROM json_each(?)) ORDER BY at DESC LIMIT 1'
    return this.#select<{ conversation: string }>(query, JSON.stringify(conversations))[0]?.conversation ?? null
  }

  /** Lists people whose rows count, or would if they were not hidden. */
  listCountedPeople(): string[] {
    return this.#select<{ other: string }>(`SELECT other FROM inbox WHERE ${isCounted} OR hidden = 1`).map(({ other }) => other)
  }

  /** Hides the rows of people who are `absent`, and shows those of the others. */
  hideAbsent(people: readonly string[], absent: readonly string[]): void {
    const isOther = `other IN (SELECT value FROM json_each(?1)) AND hidden <> (other IN (SELECT value FROM json_each(?2)))`
    const bindings = [JSON.stringify(people), JSON.stringify(absent)]
    if (this.#select(`SELECT 1 FROM inbox WHERE ${isOther} LIMIT 1`, ...bindings).length === 0) return
    this.#update(`UPDATE inbox SET hidden = 1 - hidden WHERE ${isOther}`, ...bindings)
  }

  countUnread(): number {
    return this.#count().unread
  }

  countRequests(): number {
    return this.#count().requests
  }

  #count(): Totals {
    this.#totals ??= this.#select<Totals>(
      `SELECT COALESCE(SUM(iif(stage = 'open', unread, 0)), 0) AS unread, COALESCE(SUM(stage = 'incoming'), 0) AS requests
         FROM inbox WHERE (${isCounted}) AND hidden = 0`,
    )[0] ?? { unread: 0, requests: 0 }
    return this.#totals
  }

  /** Forgets a conversation that has ended for this member; returns the event for their devices, or null without a row. */
  forget(conversation: string): InboxEvent | null {
    const last = this.findEvent(conversation)
    if (!last) return null
    this.#update('DELETE FROM inbox WHERE conversation = ?', conversation)
    this.#readAhead.delete(conversation)
    const counts = { unread: 0, totalUnread: this.countUnread(), requests: this.countRequests() }
    return { ...last, ...counts, preview: '', gone: true }
  }

  /** Returns the unread messages of one conversation, or null if the member has no such conversation. */
  findUnread(conversation: string): number | null {
    const state = this.find(conversation)
    return state && countOf(state.unread)
  }

  readState(conversation: string): ReadState | null {
    const state = this.find(conversation)
    return state && { other: state.other, lastSeq: state.lastSeq, readAt: state.readAt, unread: countOf(state.unread) }
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

  /** Returns the heads of these conversations, newest first. */
  listHeads(conversations: Iterable<string>): { conversation: string; head: number }[] {
    return [...conversations]
      .flatMap((conversation) => this.find(conversation) ?? [])
      .sort((a, b) => b.at - a.at)
      .slice(0, mostCached)
  }
}
