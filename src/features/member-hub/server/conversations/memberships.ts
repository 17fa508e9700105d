export type Joined = { connection: string; conversation: string }

/** Which connections the conversations believe to be there, and which sessions have ended. */
export class Memberships {
  readonly #sql: SqlStorage
  /** They are asked for with every delivery. */
  #places: Joined[] | null = null

  constructor(sql: SqlStorage) {
    this.#sql = sql
  }

  /** `isHidden`: what the conversation hears of the member's presence. */
  add({ connection, conversation }: Joined, isHidden: boolean): void {
    this.#places = null
    this.#sql.exec(
      'INSERT OR REPLACE INTO joined (connection, conversation, hidden) VALUES (?, ?, ?)',
      connection,
      conversation,
      isHidden ? 1 : 0,
    )
  }

  /** Conversations that believe the other thing. */
  listShownOtherwise(isHidden: boolean): string[] {
    return this.#sql
      .exec<{ conversation: string }>('SELECT DISTINCT conversation FROM joined WHERE hidden <> ?', isHidden ? 1 : 0)
      .toArray()
      .map(({ conversation }) => conversation)
  }

  setHidden(conversation: string, isHidden: boolean): void {
    this.#sql.exec('UPDATE joined SET hidden = ? WHERE conversation = ?', isHidden ? 1 : 0, conversation)
  }

  remove({ connection, conversation }: Joined): void {
    this.#places = null
    this.#sql.exec('DELETE FROM joined WHERE connection = ? AND conversation = ?', connection, conversation)
  }

  removeConversation(conversation: string): void {
    this.#places = null
    this.#sql.exec('DELETE FROM joined WHERE conversation = ?', conversation)
  }

  list(): readonly Joined[] {
    this.#places ??= this.#sql.exec<Joined>('SELECT connection, conversation FROM joined').toArray()
    return this.#places
  }

  /** Conversations that some connection has joined. */
  conversations(): Set<string> {
    return new Set(this.list().map(({ conversation }) => conversation))
  }

  endSession(sid: string, until: number): void {
    this.#sql.exec('INSERT OR REPLACE INTO ended_sessions (sid, until) VALUES (?, ?)', sid, until)
  }

  hasEnded(sid: string): boolean {
    return this.#sql.exec('SELECT 1 FROM ended_sessions WHERE sid = ?', sid).toArray().length > 0
  }

  forgetEnded(now: number): void {
    this.#sql.exec('DELETE FROM ended_sessions WHERE until <= ?', now)
  }
}
