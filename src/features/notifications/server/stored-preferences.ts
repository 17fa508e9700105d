import * as v from 'valibot'
import { notificationKinds, type NotificationKind } from '#shared/realtime/wire.ts'
import { defaultPreferences, type NotificationChannels, type Preferences } from '#features/notifications/contract.ts'

const { readMarks, typing, quietHours } = defaultPreferences
const clock = v.pipe(v.string(), v.regex(/^([01]\d|2[0-3]):[0-5]\d$/))

const flag = (byDefault: boolean) => v.fallback(v.boolean(), byDefault)
const channels = ({ toast, sound, email }: NotificationChannels) =>
  v.fallback(v.object({ toast: flag(toast), sound: flag(sound), email: flag(email) }), { toast, sound, email })

const perKind = Object.fromEntries(
  notificationKinds.map((kind) => [kind, channels(defaultPreferences.notifications[kind])]),
) as Record<NotificationKind, ReturnType<typeof channels>>

const stored = v.fallback(
  v.object({
    readMarks: flag(readMarks),
    typing: flag(typing),
    notifications: v.fallback(v.object(perKind), defaultPreferences.notifications),
    quietHours: v.fallback(v.nullable(v.object({ start: clock, end: clock })), quietHours),
  }),
  defaultPreferences,
)

/** Preferences as they were stored by this version or an older one, with the default for whatever they lack. */
export function withDefaults(value: unknown): Preferences {
  return v.parse(stored, value)
}
