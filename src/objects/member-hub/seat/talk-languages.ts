import type { LanguageChoice } from '#features/encounters/contract.ts'

/** The languages that a member chose last for talks with strangers: table `talk_languages` of the hub, with at most one row. */
export class TalkLanguages {
  readonly #sql: SqlStorage

  constructor(sql: SqlStorage) {
    this.#sql = sql
  }

  /** Null if they have never chosen any. */
  find(): readonly string[] | null {
    const row = this.#sql.exec<{ languages: string }>('SELECT languages FROM talk_languages').toArray()[0]
    return row ? row.languages.split(',') : null
  }

  /** Remembers a choice; without one, it is the last one. */
  choose({ languages, otherwise }: LanguageChoice): readonly string[] {
    if (languages.length === 0) return this.find() ?? [otherwise]
    this.#sql.exec('INSERT OR REPLACE INTO talk_languages (id, languages) VALUES (1, ?)', languages.join())
    return languages
  }
}
