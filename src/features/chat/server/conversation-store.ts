import { migrateObject } from '#db/object-schema.ts'
import { limits, type WireMessage } from '#shared/wire.ts'
import type { ConversationKind, HistoryPage, OpenInput } from '../contract.ts'
import { takePage } from '../rules.ts'
import { conversationSchema } from './conversation-schema.ts'

export type ConversationState = {
  kind: ConversationKind
  epoch: string
  openedAt: number
  closedAt: number | null
  rev: number
  head: number
  lastSentAt: number
  /** Member id → last acknowledged seq. */
  cursors: Map<string, number>
}

type MessageRow = { seq: number; sender: string; cid: string; text: string; sent_at: number; reply_seq: number | null }

/** The SQL of a conversation. An id that nobody opened leaves no table behind: whoever guesses ids must not cost storage. */
export class ConversationStore {
  readonly #storage: DurableObjectStorage
  readonly #sql: SqlStorage

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage
    this.#sql = storage.sql
    if (this.#isOpen()) migrateObject(storage, conversationSchema)
  }

  #isOpen(): boolean {
    return this.#sql.exec("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'schema_version'").toArray().length > 0
  }

  find(): ConversationState | null {
    if (!this.#isOpen()) return null
    const row = this.#sql
      .exec<{ kind: ConversationKind; epoch: string; opened_at: number; closed_at: number | null; rev: number }>(
        'SELECT kind, epoch, opened_at, closed_at, rev FROM conversation',
      )
      .toArray()[0]
    if (!row) return null
    const last = this.#sql
      .exec<{ seq: number; sent_at: number }>('SELECT seq, sent_at FROM messages ORDER BY seq DESC LIMIT 1')
      .toArray()[0]
    const cursors = this.#sql.exec<{ member: string; cursor: number }>('SELECT member, cursor FROM members').toArray()
    return {
      kind: row.kind,
      epoch: row.epoch,
      openedAt: row.opened_at,
      closedAt: row.closed_at,
      rev: row.rev,
      head: last?.seq ?? 0,
      lastSentAt: last?.sent_at ?? 0,
      cursors: new Map(cursors.map(({ member, cursor }) => [member, cursor])),
    }
  }

  open(epoch: string, { kind, members, at }: OpenInput): void {
    this.#storage.transactionSync(() => {
      migrateObject(this.#storage, conversationSchema)
      this.#sql.exec('INSERT INTO conversation (id, kind, epoch, opened_at) VALUES (1, ?, ?, ?)', kind, epoch, at)
      for (const member of members) this.#sql.exec('INSERT INTO members (member) VALUES (?)', member)
    })
  }

  setClosed(at: number): void {
    this.#sql.exec('UPDATE conversation SET closed_at = ?', at)
  }

  findSent(sender: string, cid: string): { seq: number; sentAt: number } | null {
    const row = this.#sql
      .exec<{ seq: number; sent_at: number }>('SELECT seq, sent_at FROM messages WHERE sender = ? AND cid = ?', sender, cid)
      .toArray()[0]
    return row ? { seq: row.seq, sentAt: row.sent_at } : null
  }

  addMessage(message: WireMessage): void {
    this.#sql.exec(
      'INSERT INTO messages (seq, sender, cid, text, sent_at, reply_seq) VALUES (?, ?, ?, ?, ?, ?)',
      message.seq, message.from, message.cid, message.text, message.sentAt, message.replyTo?.seq ?? null,
    ) // prettier-ignore
  }

  saveCursors(cursors: Iterable<readonly [member: string, cursor: number]>): void {
    for (const [member, cursor] of cursors) this.#sql.exec('UPDATE members SET cursor = ? WHERE member = ?', cursor, member)
  }

  /** The messages after `seq`, oldest first, as many as one page holds. */
  readAfter(epoch: string, seq: number): WireMessage[] {
    const rows = this.#sql
      .exec<MessageRow>('SELECT * FROM messages WHERE seq > ? ORDER BY seq LIMIT ?', seq, limits.joinPage)
      .toArray()
    return takePage(rows.map((row) => toMessage(epoch, row)))
  }

  /** The newest messages below `before`, in the log's order, as many as one page holds. */
  readBefore({ epoch, head }: Pick<ConversationState, 'epoch' | 'head'>, before: number, size: number): HistoryPage {
    const rows = this.#sql
      .exec<MessageRow>('SELECT * FROM messages WHERE seq < ? ORDER BY seq DESC LIMIT ?', before, size)
      .toArray()
    const messages = takePage(
      rows.map((row) => toMessage(epoch, row)),
      size,
    ).toReversed()
    return { epoch, head, more: (messages[0]?.seq ?? 1) > 1, messages }
  }

  readPresence(): { member: string; connection: string }[] {
    return this.#sql.exec<{ member: string; connection: string }>('SELECT member, connection FROM presence').toArray()
  }

  addPresence(member: string, connection: string): void {
    this.#sql.exec('INSERT OR IGNORE INTO presence (member, connection) VALUES (?, ?)', member, connection)
  }

  removePresence(member: string, connection: string): void {
    this.#sql.exec('DELETE FROM presence WHERE member = ? AND connection = ?', member, connection)
  }

  saveRev(rev: number): void {
    this.#sql.exec('UPDATE conversation SET rev = ?', rev)
  }
}

function toMessage(epoch: string, row: MessageRow): WireMessage {
  const { seq, cid, sender: from, text, sent_at: sentAt, reply_seq: replySeq } = row
  return { epoch, seq, cid, from, text, sentAt, ...(replySeq === null ? {} : { replyTo: { epoch, seq: replySeq } }) }
}
