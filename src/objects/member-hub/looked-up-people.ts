/** The SQL of the people whose availability D1 was asked for last, and of the member's `peopleRevision` at that time. */
export class LookedUpPeople {
  readonly #sql: SqlStorage

  constructor(sql: SqlStorage) {
    this.#sql = sql
  }

  /** Whether all of these were looked up at this revision. */
  includes(people: readonly string[], revision: number): boolean {
    const { n } = this.#sql
      .exec<{ n: number }>(
        'SELECT COUNT(*) AS n FROM looked_up_people WHERE revision = ? AND id IN (SELECT value FROM json_each(?))',
        revision,
        JSON.stringify(people),
      )
      .one()
    return n === people.length
  }

  /** Only those who are counted now stay stored. */
  replace(people: readonly string[], revision: number): void {
    this.#sql.exec('DELETE FROM looked_up_people')
    this.#sql.exec(
      'INSERT INTO looked_up_people (id, revision) SELECT value, ? FROM json_each(?)',
      revision,
      JSON.stringify(people),
    )
  }

  forget(person: string): void {
    this.#sql.exec('DELETE FROM looked_up_people WHERE id = ?', person)
  }
}
