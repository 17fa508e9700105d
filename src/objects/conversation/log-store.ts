import type { GiftKind } from '#shared/realtime/gift-kind.ts'
import { positionOf, type WireMessage, serverLimits } from '#shared/realtime/wire.ts'
import type { HistoryWindow } from '#features/chat/contract.ts'
import { takePage } from '#features/chat/rules.ts'

type MessageRow = {
  seq: number
  sender: string
  cid: string
  text: string
  sent_at: number
  reply_seq: number | null
  change: number | null
  edited_at: number | null
  deleted_at: number | null
  reactions: string | null
  photo: string | null
  gift: GiftKind | null
}

/** Minimum number of messages kept in memory. */
const tailLength = 20

/**
 * The range for a hub: messages in their current form, in the order of their positions. With it the hub knows everything up to
 * `upTo`.
 */
export type LogRange = { messages: WireMessage[]; upTo: number }

/** What remains of a deleted message. */
export type DroppedMessage = { seq: number; from: string; cid: string; sentAt: number }

/** The SQL of a conversation's log: one row per message, in its current form. */
export class LogStore {
  readonly #sql: SqlStorage
  readonly #epoch: string
  /** The newest messages, consecutive by position unless there is a change between them: every hub's next delivery. */
  #tail: WireMessage[] = []

  constructor(sql: SqlStorage, epoch: string) {
    this.#sql = sql
    this.#epoch = epoch
  }

  findSent(sender: string, cid: string): { seq: number; sentAt: number } | null {
    const row = this.#sql
      .exec<{ seq: number; sent_at: number }>('SELECT seq, sent_at FROM messages WHERE sender = ? AND cid = ?', sender, cid)
      .toArray()[0]
    return row ? { seq: row.seq, sentAt: row.sent_at } : null
  }

  /** Appends a message; false if its sender has already sent one with this cid. */
  add(message: WireMessage): boolean {
    const added = this.#sql.exec(
      `INSERT INTO messages (seq, sender, cid, text, sent_at, reply_seq, photo, gift) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (sender, cid) DO NOTHING`,
      message.seq, message.from, message.cid, message.text, message.sentAt, message.replyTo?.seq ?? null,
      message.photo ? JSON.stringify(message.photo) : null, message.gift ?? null,
    ) // prettier-ignore
    if (added.rowsWritten === 0) return false
    this.#tail.push(message)
    if (this.#tail.length > 2 * tailLength) this.#tail = this.#tail.slice(-tailLength)
    return true
  }

  isGiftRefused(id: string): boolean {
    return this.#sql.exec('SELECT 1 FROM refused_gifts WHERE id = ?', id).toArray().length > 0
  }

  refuseGift(id: string): void {
    this.#sql.exec('INSERT OR IGNORE INTO refused_gifts (id) VALUES (?)', id)
  }

  /** Keeps only the newest messages; returns the removed ones. */
  keepNewest(most: number): DroppedMessage[] {
    this.#tail = this.#tail.slice(-most)
    return this.#sql
      .exec<{ seq: number; sender: string; cid: string; sent_at: number }>(
        `DELETE FROM messages WHERE seq <= (SELECT seq FROM messages ORDER BY seq DESC LIMIT 1 OFFSET ?)
         RETURNING seq, sender, cid, sent_at`,
        most,
      )
      .toArray()
      .map(({ seq, sender: from, cid, sent_at: sentAt }) => ({ seq, from, cid, sentAt }))
  }

  find(seq: number): WireMessage | null {
    return this.#read('SELECT * FROM messages WHERE seq = ?', seq)[0] ?? null
  }

  /**
   * Returns the messages with these seqs, in the log's order. They are bound as one list, because an object binds at most 100
   * parameters.
   */
  findAll(seqs: readonly number[]): WireMessage[] {
    if (seqs.length === 0) return []
    return this.#read('SELECT * FROM messages WHERE seq IN (SELECT value FROM json_each(?)) ORDER BY seq', JSON.stringify(seqs))
  }

  /** Writes a message after a change, replacing its earlier form. */
  change(message: WireMessage, now: number): void {
    this.#tail = []
    this.#sql.exec(
      'UPDATE messages SET change = ?, text = ?, reply_seq = ?, edited_at = ?, deleted_at = ?, reactions = ?, photo = ?, gift = ? WHERE seq = ?',
      message.change ?? null,
      message.text,
      message.replyTo?.seq ?? null,
      message.editedAt ?? null,
      message.deleted ? now : null,
      message.reactions ? JSON.stringify(message.reactions) : null,
      message.photo ? JSON.stringify(message.photo) : null,
      message.gift ?? null,
      message.seq,
    )
  }

  /** Returns every message whose latest position is above `position`, in that order; as many as fit on one page. */
  readAfter(position: number): WireMessage[] {
    return takePage(
      this.#read(
        `SELECT *, seq AS position FROM messages WHERE seq > ?1 AND change IS NULL
        UNION ALL SELECT *, change AS position FROM messages WHERE change > ?1 ORDER BY position LIMIT ?2`,
        position,
        serverLimits.joinPage,
      ),
    )
  }

  /**
   * Returns what a hub at `position` is missing. New messages come first, by their own seqs, so that a later change does not hold
   * one back. The hub can thus distinguish new (above its head) from changed. `head` is the log's.
   */
  readRange(position: number, head: number): LogRange {
    const newest = this.#readTail(position, head)
    if (newest) return { messages: newest, upTo: newest.at(-1)?.seq ?? head }
    const rows = this.#sql
      .exec<MessageRow & { position: number }>(
        `SELECT *, seq AS position FROM messages WHERE seq > ?1
        UNION ALL SELECT *, change AS position FROM messages WHERE change > ?1 AND seq <= ?1 ORDER BY position LIMIT ?2`,
        position,
        serverLimits.joinPage,
      )
      .toArray()
    const messages = takePage(rows.map((row) => this.#toMessage(row)))
    const isAll = messages.length === rows.length && rows.length < serverLimits.joinPage
    return {
      messages: messages.toSorted((a, b) => positionOf(a) - positionOf(b)),
      upTo: isAll ? head : (rows[messages.length - 1]?.position ?? head),
    }
  }

  /** Returns null if the range goes beyond the cached tail. */
  #readTail(position: number, head: number): WireMessage[] | null {
    const first = this.#tail[0]
    const isWhole = first && first.seq <= position + 1 && this.#tail.at(-1)?.seq === head
    return isWhole ? takePage(this.#tail.slice(position + 1 - first.seq)) : null
  }

  /** Returns a range in the order of sending, as many messages as fit on one page. */
  readWindow({ limit, before, after, at }: HistoryWindow): WireMessage[] {
    if (at !== undefined) {
      const half = Math.ceil(limit / 2)
      return [...this.#readBelow(at, half), ...this.#readAbove(at - 1, half)]
    }
    return after === undefined ? this.#readBelow(before ?? Number.MAX_SAFE_INTEGER, limit) : this.#readAbove(after, limit)
  }

  /** Returns the newest messages in the order of sending, however many bytes they have. */
  readNewest(most: number): WireMessage[] {
    return this.#read('SELECT * FROM messages ORDER BY seq DESC LIMIT ?', most).toReversed()
  }

  #readBelow(seq: number, size: number): WireMessage[] {
    const newestFirst = this.#read('SELECT * FROM messages WHERE seq < ? ORDER BY seq DESC LIMIT ?', seq, size)
    return takePage(newestFirst, size).toReversed()
  }

  #readAbove(seq: number, size: number): WireMessage[] {
    return takePage(this.#read('SELECT * FROM messages WHERE seq > ? ORDER BY seq LIMIT ?', seq, size), size)
  }

  #read(query: string, ...bindings: (number | string)[]): WireMessage[] {
    return this.#sql
      .exec<MessageRow>(query, ...bindings)
      .toArray()
      .map((row) => this.#toMessage(row))
  }

  #toMessage(row: MessageRow): WireMessage {
    const { seq, cid, sender: from, text, sent_at: sentAt, reply_seq: replySeq } = row
    const message: WireMessage = { epoch: this.#epoch, seq, cid, from, text, sentAt }
    if (replySeq !== null) message.replyTo = { epoch: this.#epoch, seq: replySeq }
    if (row.photo !== null) message.photo = JSON.parse(row.photo)
    if (row.gift !== null) message.gift = row.gift
    if (row.change !== null) message.change = row.change
    if (row.edited_at !== null) message.editedAt = row.edited_at
    if (row.deleted_at !== null) message.deleted = true
    if (row.reactions !== null) message.reactions = JSON.parse(row.reactions)
    return message
  }
}
