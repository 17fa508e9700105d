import type { Connection } from '../connections/connection.ts'

/** A connection that has joined a conversation. */
export type Membership = { connection: string; conversation: string }

/** Which connections the conversations believe to be there (table `joined`). */
export class Memberships {
  readonly #sql: SqlStorage
  /** Cached: every delivery asks for them. */
  #all: Membership[] | null = null

  constructor(sql: SqlStorage) {
    this.#sql = sql
  }

  /** `isHidden`: what the conversation knows of the member's presence. */
  add({ connection, conversation }: Membership, isHidden: boolean): void {
    this.#all = null
    this.#sql.exec(
      'INSERT OR REPLACE INTO joined (connection, conversation, hidden) VALUES (?, ?, ?)',
      connection,
      conversation,
      isHidden ? 1 : 0,
    )
  }

  /** Conversations that believe the opposite. */
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

  /** Those of connections that are gone. */
  listStale(open: readonly Connection[]): Membership[] {
    const live = new Set(open.map((connection) => connection.id))
    return this.list().filter(({ connection }) => !live.has(connection))
  }

  /** Conversations that some connection has joined. */
  conversations(): Set<string> {
    return new Set(this.list().map(({ conversation }) => conversation))
  }
}
