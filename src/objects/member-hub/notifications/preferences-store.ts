import * as v from 'valibot'
import { notificationKinds } from '#shared/realtime/wire.ts'
import { recordOf } from '#shared/records.ts'
import { defaultPreferences, type NotificationChannels, type Preferences } from '#features/notifications/contract.ts'

const { readMarks, typing, quietHours } = defaultPreferences
const clock = v.pipe(v.string(), v.regex(/^([01]\d|2[0-3]):[0-5]\d$/))

const flag = (byDefault: boolean) => v.fallback(v.boolean(), byDefault)
const channels = (byDefault: NotificationChannels) => {
  const { toast, sound, push, email } = byDefault
  return v.fallback(v.object({ toast: flag(toast), sound: flag(sound), push: flag(push), email: flag(email) }), byDefault)
}

const perKind = recordOf(notificationKinds, (kind) => channels(defaultPreferences.notifications[kind]))

const stored = v.fallback(
  v.object({
    readMarks: flag(readMarks),
    typing: flag(typing),
    notifications: v.fallback(v.object(perKind), defaultPreferences.notifications),
    quietHours: v.fallback(v.nullable(v.object({ start: clock, end: clock })), quietHours),
  }),
  defaultPreferences,
)

/** Returns preferences stored by this version or an older one, with the default for each missing key. */
export function withDefaults(value: unknown): Preferences {
  return v.parse(stored, value)
}

/** Preferences of the member, in one row of JSON. Keys never set, or added since, have their defaults. */
export class PreferencesStore {
  readonly #sql: SqlStorage
  /** Cached, because every delivery needs them. */
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

  /** Replaces whole keys; returns all preferences. */
  change(changed: Partial<Preferences>): Preferences {
    const preferences = { ...this.read(), ...changed }
    const value = JSON.stringify(preferences)
    this.#sql.exec('INSERT INTO preferences (id, value) VALUES (1, ?1) ON CONFLICT (id) DO UPDATE SET value = ?1', value)
    this.#known = preferences
    return preferences
  }
}
