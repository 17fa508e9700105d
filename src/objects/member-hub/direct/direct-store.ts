import type { DirectFacts } from '#shared/realtime/direct/direct-socket.ts'

/** A member's socket straight to a conversation. `rev`: see `DirectAdmission`. */
export type DirectSocket = { connection: string; conversation: string; sid: string; tab: string; rev: number }

/** Conversations to which a member may have sockets at a time; each gets a share of the member's limits. */
export const maxDirectConversations = 4

type Row = DirectSocket & { facts: string; end_code: number | null }

/** The table `direct_sockets`. It outlives the hub's memory, because its sockets do. */
export class DirectStore {
  readonly #sql: SqlStorage
  #all: Row[] | null = null

  constructor(sql: SqlStorage) {
    this.#sql = sql
  }

  #rows(): readonly Row[] {
    this.#all ??= this.#sql.exec<Row>('SELECT * FROM direct_sockets').toArray()
    return this.#all
  }

  #live(conversation?: string): Row[] {
    return this.#rows().filter((row) => row.end_code === null && row.conversation === (conversation ?? row.conversation))
  }

  #write(statement: string, ...bindings: SqlStorageValue[]): void {
    this.#all = null
    this.#sql.exec(statement, ...bindings)
  }

  get count(): number {
    return this.#rows().length
  }

  has(conversation: string): boolean {
    return this.#live(conversation).length > 0
  }

  /** Lists pages with sockets to one conversation, or to any. */
  listTabs(conversation?: string): Set<string> {
    return new Set(this.#live(conversation).map(({ tab }) => tab))
  }

  listConversations(): string[] {
    return [...new Set(this.#live().map(({ conversation }) => conversation))]
  }

  /** Lists conversations with a socket of a page that is not among these. */
  listWithoutPage(tabs: ReadonlySet<string>): string[] {
    const rows = this.#live().filter(({ tab }) => !tabs.has(tab))
    return [...new Set(rows.map(({ conversation }) => conversation))]
  }

  add({ connection, conversation, sid, tab, rev }: DirectSocket): void {
    this.#write(
      'INSERT OR REPLACE INTO direct_sockets (connection, conversation, sid, tab, rev) VALUES (?, ?, ?, ?, ?)',
      connection,
      conversation,
      sid,
      tab,
      rev,
    )
  }

  /** Removes the conversation's other sockets, as of `rev`. */
  keepOnly(conversation: string, connections: readonly string[], rev: number): void {
    const others = this.#live(conversation).filter((row) => row.rev <= rev && !connections.includes(row.connection))
    for (const { connection } of others) this.#write('DELETE FROM direct_sockets WHERE connection = ?', connection)
  }

  remove(conversation: string): void {
    if (this.#rows().some((row) => row.conversation === conversation))
      this.#write('DELETE FROM direct_sockets WHERE conversation = ?', conversation)
  }

  /** Marks the sockets of a session, or all (null), as ended. */
  end(sid: string | null, code: number): void {
    if (this.#rows().some((row) => sid === null || row.sid === sid))
      this.#write('UPDATE direct_sockets SET end_code = ?1 WHERE ?2 IS NULL OR sid = ?2', code, sid)
  }

  listEnded(): { conversation: string; sid: string; code: number }[] {
    const ended = new Map<string, { conversation: string; sid: string; code: number }>()
    for (const { conversation, sid, end_code: code } of this.#rows())
      if (code !== null) ended.set(`${conversation} ${sid}`, { conversation, sid, code })
    return [...ended.values()]
  }

  removeEnded(conversation: string, sid: string): void {
    this.#write('DELETE FROM direct_sockets WHERE conversation = ? AND sid = ? AND end_code IS NOT NULL', conversation, sid)
  }

  /** True if the conversation has confirmed other facts than these. */
  hasOtherFacts(conversation: string, facts: DirectFacts): boolean {
    return this.#live(conversation).some((row) => row.facts !== JSON.stringify(facts))
  }

  /** The conversation has confirmed these. */
  setFacts(conversation: string, facts: DirectFacts): void {
    if (this.hasOtherFacts(conversation, facts))
      this.#write('UPDATE direct_sockets SET facts = ? WHERE conversation = ?', JSON.stringify(facts), conversation)
  }
}
