/** The member's visibility to others: a copy of `profiles.shows_online`, which the edge brings along. */
export class Visibility {
  readonly #sql: SqlStorage

  constructor(sql: SqlStorage) {
    this.#sql = sql
  }

  /** Returns null while it is unknown. */
  read(): boolean | null {
    const row = this.#sql.exec<{ shows_online: 0 | 1 }>('SELECT shows_online FROM visibility').toArray()[0]
    return row ? row.shows_online === 1 : null
  }

  /** Unknown counts as hidden. */
  get isHidden(): boolean {
    return this.read() !== true
  }

  set(showsOnline: boolean): void {
    this.#sql.exec(
      'INSERT INTO visibility (id, shows_online) VALUES (1, ?1) ON CONFLICT (id) DO UPDATE SET shows_online = ?1',
      showsOnline ? 1 : 0,
    )
  }
}
