import { createTables, migrateObject } from '#objects/platform/migrate.ts'
import type { ConversationStage } from '#shared/realtime/wire.ts'
import type { Progress, ConversationKind, OpenInput } from '#features/chat/contract.ts'
import { conversationSchema } from './conversation-schema.ts'

/** The request with which the conversation began, until it is accepted; null in an open conversation. */
export type PendingRequest = { from: string; isDeclined: boolean } | null

/** `kept`: the position up to which it was read while the member did not share that. It is never shown to the other one. */
export type PageRead = { position: number; kept: number }

export type ConversationState = {
  kind: ConversationKind
  epoch: string
  openedAt: number
  closedAt: number | null
  request: PendingRequest
  rev: number
  /** Nothing is owed to hubs and pages. */
  isSettled: boolean
  /** The log's newest position: of a message or of a change. */
  head: number
  /** The newest message's own position. */
  lastSeq: number
  lastSentAt: number
  /** Per member, the seq of their newest message or a later one: avoids a lookup when the object starts. */
  lastFrom: Map<string, number>
  progress: Map<string, Progress>
  /** Member id → last acknowledged position. */
  cursors: Map<string, number>
  /** Member → what their pages have read, while their hub may not know it. */
  pageRead: Map<string, PageRead>
  /** Members whose hub has acknowledged the end. */
  knowEnd: Set<string>
}

type Row = {
  kind: ConversationKind
  epoch: string
  opened_at: number
  closed_at: number | null
  rev: number
  request_from: string | null
  request_declined: 0 | 1
  settled: 0 | 1
}

type MemberRow = {
  member: string
  cursor: number
  knows_end: 0 | 1
  delivered: number
  read: number
  shares_read: 0 | 1
  page_read: number | null
}

/** The SQL of a conversation. An id that was never opened leaves no table behind: guessing ids must not cost storage. */
export class ConversationStore {
  readonly #storage: DurableObjectStorage
  readonly #sql: SqlStorage
  readonly #isOpen: boolean

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage
    this.#sql = storage.sql
    this.#isOpen =
      this.#sql.exec("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'schema_version'").toArray().length > 0
    if (this.#isOpen) migrateObject(storage, conversationSchema)
  }

  /** Null if it was not open when this object started. */
  find(): ConversationState | null {
    if (!this.#isOpen) return null
    const row = this.#sql
      .exec<Row>('SELECT kind, epoch, opened_at, closed_at, rev, request_from, request_declined, settled FROM conversation')
      .toArray()[0]
    if (!row) return null
    const last = this.#sql
      .exec<{ seq: number; sent_at: number }>('SELECT seq, sent_at FROM messages ORDER BY seq DESC LIMIT 1')
      .toArray()[0]
    const changed = this.#sql.exec<{ change: number | null }>('SELECT MAX(change) AS change FROM messages').one().change
    const members = this.#sql.exec<MemberRow>('SELECT * FROM members').toArray()
    return {
      kind: row.kind,
      epoch: row.epoch,
      openedAt: row.opened_at,
      closedAt: row.closed_at,
      request: row.request_from === null ? null : { from: row.request_from, isDeclined: row.request_declined === 1 },
      rev: row.rev,
      isSettled: row.settled === 1,
      head: Math.max(last?.seq ?? 0, changed ?? 0),
      lastSeq: last?.seq ?? 0,
      lastSentAt: last?.sent_at ?? 0,
      lastFrom: new Map(members.map(({ member }) => [member, last?.seq ?? 0])),
      progress: new Map(
        members.map(({ member, delivered, read, shares_read }) => [member, { delivered, read, sharesRead: shares_read === 1 }]),
      ),
      cursors: new Map(members.map(({ member, cursor }) => [member, cursor])),
      pageRead: new Map(members.flatMap((row) => (row.page_read === null ? [] : [[row.member, pageReadOf(row, row.page_read)]]))),
      knowEnd: new Set(members.filter((row) => row.knows_end === 1).map(({ member }) => member)),
    }
  }

  open(epoch: string, { kind, members, at, request }: OpenInput): ConversationState {
    const from = request?.from ?? null
    this.#storage.transactionSync(() => {
      createTables(this.#storage, conversationSchema)
      this.#sql.exec(
        'INSERT INTO conversation (id, kind, epoch, opened_at, request_from) VALUES (1, ?, ?, ?, ?)',
        kind,
        epoch,
        at,
        from,
      )
      this.#sql.exec('INSERT INTO members (member) SELECT value FROM json_each(?)', JSON.stringify(members))
    })
    return {
      kind,
      epoch,
      openedAt: at,
      closedAt: null,
      request: from === null ? null : { from, isDeclined: false },
      rev: 0,
      isSettled: false,
      head: 0,
      lastSeq: 0,
      lastSentAt: 0,
      lastFrom: new Map(members.map((member) => [member, 0])),
      progress: new Map(members.map((member) => [member, { delivered: 0, read: 0, sharesRead: true }])),
      cursors: new Map(members.map((member) => [member, -1])),
      pageRead: new Map(),
      knowEnd: new Set(),
    }
  }

  /** Also clears presence: an ended conversation has none. */
  setClosed(at: number): void {
    this.#sql.exec('UPDATE conversation SET closed_at = ?', at)
    this.#sql.exec('DELETE FROM presence')
  }

  setKnowsEnd(member: string, knowsEnd: boolean): void {
    this.#sql.exec('UPDATE members SET knows_end = ? WHERE member = ?', knowsEnd ? 1 : 0, member)
  }

  setSettled(state: ConversationState, isSettled: boolean): void {
    if (state.isSettled === isSettled) return
    state.isSettled = isSettled
    this.#sql.exec('UPDATE conversation SET settled = ?', isSettled ? 1 : 0)
  }

  setRequest(request: PendingRequest): void {
    this.#sql.exec(
      'UPDATE conversation SET request_from = ?, request_declined = ?',
      request?.from ?? null,
      request?.isDeclined ? 1 : 0,
    )
  }

  saveMember({ cursors, pageRead }: ConversationState, member: string, { delivered, read, sharesRead }: Progress): void {
    this.#sql.exec(
      'UPDATE members SET cursor = ?, delivered = ?, read = ?, shares_read = ?, page_read = ? WHERE member = ?',
      cursors.get(member) ?? -1,
      delivered,
      read,
      sharesRead ? 1 : 0,
      pageRead.get(member)?.position ?? null,
      member,
    )
  }

  readPresence(): { member: string; connection: string; hidden: 0 | 1 }[] {
    return this.#sql
      .exec<{ member: string; connection: string; hidden: 0 | 1 }>('SELECT member, connection, hidden FROM presence')
      .toArray()
  }

  addPresence(member: string, connection: string, isHidden: boolean): void {
    this.#sql.exec(
      'INSERT OR REPLACE INTO presence (member, connection, hidden) VALUES (?, ?, ?)',
      member,
      connection,
      isHidden ? 1 : 0,
    )
  }

  setHidden(member: string, isHidden: boolean): void {
    this.#sql.exec('UPDATE presence SET hidden = ? WHERE member = ?', isHidden ? 1 : 0, member)
  }

  removePresence(member: string, connection: string): void {
    this.#sql.exec('DELETE FROM presence WHERE member = ? AND connection = ?', member, connection)
  }

  /** Returns the next number for changes of presence. */
  nextRev(state: ConversationState): number {
    state.rev += 1
    this.#sql.exec('UPDATE conversation SET rev = ?', state.rev)
    return state.rev
  }
}

/** Returns the stage for one of the members; null for the receiver of a request they have declined. */
export function stageFor(request: PendingRequest, member: string): ConversationStage | null {
  if (request === null) return 'open'
  if (request.from === member) return 'outgoing'
  return request.isDeclined ? null : 'incoming'
}

/** As stored: what was shared last decides for all of it. */
function pageReadOf({ shares_read }: MemberRow, position: number): PageRead {
  return { position, kept: shares_read === 1 ? 0 : position }
}
