/** A member's socket straight to a conversation. `rev`: see `DirectAdmission`. */
export type DirectSocket = { connection: string; conversation: string; sid: string; tab: string; rev: number }

export type DirectRow = DirectSocket & { facts: string; end_code: number | null }

/**
 * The rows of table `direct_sockets`, for whatever a hub does without the code of direct sockets. They outlive the hub's memory,
 * because the sockets do.
 */
export class DirectRows {
  readonly #sql: SqlStorage
  #all: DirectRow[] | null = null

  constructor(sql: SqlStorage) {
    this.#sql = sql
  }

  all(): readonly DirectRow[] {
    this.#all ??= this.#sql.exec<DirectRow>('SELECT * FROM direct_sockets').toArray()
    return this.#all
  }

  /** Those whose access has not ended, to one conversation or to any. */
  live(conversation?: string): DirectRow[] {
    return this.all().filter((row) => row.end_code === null && row.conversation === (conversation ?? row.conversation))
  }

  write(statement: string, ...bindings: SqlStorageValue[]): void {
    this.#all = null
    this.#sql.exec(statement, ...bindings)
  }

  listTabs(conversation?: string): Set<string> {
    return new Set(this.live(conversation).map(({ tab }) => tab))
  }

  listConversations(): string[] {
    return [...new Set(this.live().map(({ conversation }) => conversation))]
  }
}
