/** A member's socket straight to a conversation. `rev`: see `DirectAdmission`. */
export type DirectSocket = { connection: string; conversation: string; sid: string; tab: string; rev: number }

/** Conversations to which a member may have sockets at a time; each gets a share of the member's limits. */
export const maxDirectConversations = 4

type Row = DirectSocket & { hidden: 0 | 1; end_code: number | null }

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

  #live(): Row[] {
    return this.#rows().filter(({ end_code }) => end_code === null)
  }

  #write(statement: string, ...bindings: SqlStorageValue[]): void {
    this.#all = null
    this.#sql.exec(statement, ...bindings)
  }

  get count(): number {
    return this.#rows().length
  }

  has(conversation: string): boolean {
    return this.#live().some((row) => row.conversation === conversation)
  }

  listTabs(conversation: string): Set<string> {
    return new Set(this.#live().flatMap((row) => (row.conversation === conversation ? [row.tab] : [])))
  }

  listConversations(): string[] {
    return [...new Set(this.#live().map(({ conversation }) => conversation))]
  }

  /** `isHidden`: the visibility that the conversation has received. */
  add({ connection, conversation, sid, tab, rev }: DirectSocket, isHidden: boolean): void {
    this.#write(
      'INSERT OR REPLACE INTO direct_sockets (connection, conversation, sid, tab, rev, hidden) VALUES (?, ?, ?, ?, ?, ?)',
      connection,
      conversation,
      sid,
      tab,
      rev,
      isHidden ? 1 : 0,
    )
  }

  /** Removes the conversation's other sockets, as of `rev`. */
  keepOnly(conversation: string, connections: readonly string[], rev: number): void {
    const isOther = (row: Row) =>
      row.conversation === conversation && row.rev <= rev && !connections.includes(row.connection) && row.end_code === null
    for (const { connection } of this.#rows().filter(isOther))
      this.#write('DELETE FROM direct_sockets WHERE connection = ?', connection)
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

  /** Lists conversations that have last received the opposite visibility. */
  listShownOtherwise(isHidden: boolean): string[] {
    const other = this.#live().filter(({ hidden }) => (hidden === 1) !== isHidden)
    return [...new Set(other.map(({ conversation }) => conversation))]
  }

  setHidden(conversation: string, isHidden: boolean): void {
    if (this.has(conversation))
      this.#write('UPDATE direct_sockets SET hidden = ? WHERE conversation = ?', isHidden ? 1 : 0, conversation)
  }
}
