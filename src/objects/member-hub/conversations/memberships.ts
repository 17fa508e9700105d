import type { Connection } from '#objects/platform/connection.ts'

/** A connection that has joined a conversation. */
export type Membership = { connection: string; conversation: string }

/** The connections that conversations count as present (table `joined`). */
export class Memberships {
  readonly #sql: SqlStorage
  /** Cached, because every delivery asks for them. */
  #all: Membership[] | null = null

  constructor(sql: SqlStorage) {
    this.#sql = sql
  }

  /** `isHidden`: the visibility that the conversation has received. */
  add({ connection, conversation }: Membership, isHidden: boolean): void {
    this.#all = null
    this.#sql.exec(
      'INSERT OR REPLACE INTO joined (connection, conversation, hidden) VALUES (?, ?, ?)',
      connection,
      conversation,
      isHidden ? 1 : 0,
    )
  }

  /** Lists conversations that have last received the opposite visibility. */
  listShownOtherwise(isHidden: boolean): string[] {
    return this.#sql
      .exec<{ conversation: string }>('SELECT DISTINCT conversation FROM joined WHERE hidden <> ?', isHidden ? 1 : 0)
      .toArray()
      .map(({ conversation }) => conversation)
  }

  setHidden(conversation: string, isHidden: boolean): void {
    this.#sql.exec('UPDATE joined SET hidden = ? WHERE conversation = ?', isHidden ? 1 : 0, conversation)
  }

  remove({ connection, conversation }: Membership): void {
    this.#all = null
    this.#sql.exec('DELETE FROM joined WHERE connection = ? AND conversation = ?', connection, conversation)
  }

  removeConversation(conversation: string): void {
    this.#all = null
    this.#sql.exec('DELETE FROM joined WHERE conversation = ?', conversation)
  }

  list(): readonly Membership[] {
    this.#all ??= this.#sql.exec<Membership>('SELECT connection, conversation FROM joined').toArray()
    return this.#all
  }

  /** Lists memberships of closed connections. */
  listStale(open: readonly Connection[]): Membership[] {
    const live = new Set(open.map((connection) => connection.id))
    return this.list().filter(({ connection }) => !live.has(connection))
  }

  /** Returns the conversations that some connection has joined. */
  conversations(): Set<string> {
    return new Set(this.list().map(({ conversation }) => conversation))
  }
}
