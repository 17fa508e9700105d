/** Much longer than a conversation goes on by an earlier answer of D1. */
const recentMs = 60 * 60_000

/** In `access_ends`: not by one other member, but all of the member's access. */
const everyone = ''

/**
 * When the member lost all access, or one other member by a block (table `access_ends`), as far as that is recent. Stored, because
 * conversations ask the hub instead of D1: an end that has reached the hub once is not lost with its memory.
 */
export class AccessEnds {
  readonly #sql: SqlStorage

  constructor(sql: SqlStorage) {
    this.#sql = sql
  }

  /** All access has ended, by a restriction or a deletion. */
  addAll(now: number): void {
    this.#add(everyone, now)
  }

  /** A block lies between the two. */
  add(person: string, now: number): void {
    this.#add(person, now)
  }

  #add(person: string, now: number): void {
    this.#sql.exec('DELETE FROM access_ends WHERE at <= ?', now - recentMs)
    this.#sql.exec('INSERT OR REPLACE INTO access_ends (person, at) VALUES (?, ?)', person, now)
  }

  /** When the member's access to this person last ended (ms), or all of it; 0 if that was not recent. */
  last(person: string): number {
    const { at } = this.#sql
      .exec<{ at: number }>('SELECT COALESCE(MAX(at), 0) AS at FROM access_ends WHERE person IN (?, ?)', everyone, person)
      .one()
    return at
  }

  /** When all of it last ended (ms); 0 if that was not recent. */
  lastOfAll(): number {
    return this.last(everyone)
  }
}
