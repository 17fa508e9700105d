import type { DirectFacts } from '#shared/realtime/direct/direct-socket.ts'
import type { DirectRows, DirectSocket } from './direct-rows.ts'

/** Conversations to which a member may have sockets at a time; each gets a share of the member's limits. */
export const maxDirectConversations = 4

/** What the code of direct sockets does with their rows. */
export class DirectStore {
  readonly #rows: DirectRows

  constructor(rows: DirectRows) {
    this.#rows = rows
  }

  get count(): number {
    return this.#rows.all().length
  }

  has(conversation: string): boolean {
    return this.#rows.live(conversation).length > 0
  }

  /** Lists pages with sockets to one conversation, or to any. */
  listTabs(conversation?: string): Set<string> {
    return this.#rows.listTabs(conversation)
  }

  listConversations(): string[] {
    return this.#rows.listConversations()
  }

  /** Lists conversations with a socket of a page that is not among these. */
  listWithoutPage(tabs: ReadonlySet<string>): string[] {
    const rows = this.#rows.live().filter(({ tab }) => !tabs.has(tab))
    return [...new Set(rows.map(({ conversation }) => conversation))]
  }

  add({ connection, conversation, sid, tab, rev }: DirectSocket): void {
    this.#rows.write(
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
    const others = this.#rows.live(conversation).filter((row) => row.rev <= rev && !connections.includes(row.connection))
    for (const { connection } of others) this.#rows.write('DELETE FROM direct_sockets WHERE connection = ?', connection)
  }

  remove(conversation: string): void {
    if (this.#rows.all().some((row) => row.conversation === conversation))
      this.#rows.write('DELETE FROM direct_sockets WHERE conversation = ?', conversation)
  }

  /** Marks the sockets of a session, or all (null), as ended. */
  end(sid: string | null, code: number): void {
    if (this.#rows.all().some((row) => sid === null || row.sid === sid))
      this.#rows.write('UPDATE direct_sockets SET end_code = ?1 WHERE ?2 IS NULL OR sid = ?2', code, sid)
  }

  listEnded(): { conversation: string; sid: string; code: number }[] {
    const ended = new Map<string, { conversation: string; sid: string; code: number }>()
    for (const { conversation, sid, end_code: code } of this.#rows.all())
      if (code !== null) ended.set(`${conversation} ${sid}`, { conversation, sid, code })
    return [...ended.values()]
  }

  removeEnded(conversation: string, sid: string): void {
    this.#rows.write('DELETE FROM direct_sockets WHERE conversation = ? AND sid = ? AND end_code IS NOT NULL', conversation, sid)
  }

  /** True if the conversation has confirmed other facts than these. */
  hasOtherFacts(conversation: string, facts: DirectFacts): boolean {
    return this.#rows.live(conversation).some((row) => row.facts !== JSON.stringify(facts))
  }

  /** The conversation has confirmed these. */
  setFacts(conversation: string, facts: DirectFacts): void {
    if (this.hasOtherFacts(conversation, facts))
      this.#rows.write('UPDATE direct_sockets SET facts = ? WHERE conversation = ?', JSON.stringify(facts), conversation)
  }
}
