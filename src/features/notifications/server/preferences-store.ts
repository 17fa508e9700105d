import { withDefaults } from './stored-preferences.ts'
import type { Preferences } from '#features/notifications/contract.ts'

/** What the member has set, in one row of JSON. What was never set, or is new since, has its default. */
export class PreferencesStore {
  readonly #sql: SqlStorage
  /** They are asked for with every delivery. */
  #known: Preferences | null = null

  constructor(sql: SqlStorage) {
    this.#sql = sql
  }

  read(): Preferences {
    if (this.#known) return this.#known
    const row = this.#sql.exec<{ value: string }>('SELECT value FROM preferences').toArray()[0]
    this.#known = withDefaults(row ? JSON.parse(row.value) : {})
    return this.#known
  }

  /** Whole keys take the place of what was there. */
  change(changed: Partial<Preferences>): Preferences {
    const preferences = { ...this.read(), ...changed }
    const value = JSON.stringify(preferences)
    this.#sql.exec('INSERT INTO preferences (id, value) VALUES (1, ?1) ON CONFLICT (id) DO UPDATE SET value = ?1', value)
    this.#known = preferences
    return preferences
  }
}
