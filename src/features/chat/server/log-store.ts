import { limits, type WireMessage } from '#shared/wire.ts'
import type { HistoryWindow } from '../contract.ts'
import { takePage } from '../rules.ts'

type MessageRow = {
  seq: number
  sender: string
  cid: string
  text: string
  sent_at: number
  reply_seq: number | null
  change: number | null
}

/** The SQL of a conversation's log: one row per message, as it is now. */
export class LogStore {
  readonly #sql: SqlStorage
  readonly #epoch: string

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

  add(message: WireMessage): void {
    this.#sql.exec(
      'INSERT INTO messages (seq, sender, cid, text, sent_at, reply_seq) VALUES (?, ?, ?, ?, ?, ?)',
      message.seq, message.from, message.cid, message.text, message.sentAt, message.replyTo?.seq ?? null,
    ) // prettier-ignore
  }

  /** Every message whose place as it is now lies above `position`, by that place; as many as one page holds. */
  readAfter(position: number): WireMessage[] {
    return takePage(
      this.#read(
        `SELECT *, seq AS place FROM messages WHERE seq > ?1 AND change IS NULL
        UNION ALL SELECT *, change AS place FROM messages WHERE change > ?1 ORDER BY place LIMIT ?2`,
        position,
        limits.joinPage,
      ),
    )
  }

  /** A stretch in the order of sending, as many messages as one page holds. */
  readWindow({ limit, before, after, at }: HistoryWindow): WireMessage[] {
    if (at !== undefined) {
      const half = Math.ceil(limit / 2)
      return [...this.#readBelow(at, half), ...this.#readAbove(at - 1, half)]
    }
    return after === undefined ? this.#readBelow(before ?? Number.MAX_SAFE_INTEGER, limit) : this.#readAbove(after, limit)
  }

  #readBelow(seq: number, size: number): WireMessage[] {
    const newestFirst = this.#read('SELECT * FROM messages WHERE seq < ? ORDER BY seq DESC LIMIT ?', seq, size)
    return takePage(newestFirst, size).toReversed()
  }

  #readAbove(seq: number, size: number): WireMessage[] {
    return takePage(this.#read('SELECT * FROM messages WHERE seq > ? ORDER BY seq LIMIT ?', seq, size), size)
  }

  #read(query: string, ...bindings: number[]): WireMessage[] {
    return this.#sql
      .exec<MessageRow>(query, ...bindings)
      .toArray()
      .map((row) => this.#toMessage(row))
  }

  #toMessage(row: MessageRow): WireMessage {
    const { seq, cid, sender: from, text, sent_at: sentAt, reply_seq: replySeq, change } = row
    return {
      epoch: this.#epoch,
      seq,
      cid,
      from,
      text,
      sentAt,
      ...(replySeq === null ? {} : { replyTo: { epoch: this.#epoch, seq: replySeq } }),
      ...(change === null ? {} : { change }),
    }
  }
}
