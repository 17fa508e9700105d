import * as v from 'valibot'
import { action } from '#shared/routing/action.ts'
import type { AppearanceId } from '#shared/bootstrap.ts'

/** Appearance ids of spec §3. A form sends them as text, a script as numbers. */
export const appearances = [
  { id: 1, key: 'light', icon: 'sun' },
  { id: 2, key: 'dark', icon: 'moon' },
  { id: 3, key: 'system', icon: 'monitor' },
] as const satisfies readonly { id: AppearanceId; key: string; icon: string }[]

export const appearanceInput = v.object({
  appearance: v.pipe(
    v.union([v.string(), v.number()], 'required'),
    v.transform(Number),
    v.picklist([1, 2, 3] satisfies AppearanceId[], 'choice'),
  ),
})

/** Anchor of the section on its page. */
export const privacyAnchor = 'privacy'

/** Settings for what others learn about a member's presence and visits. */
export type PrivacyView = { showsOnline: boolean; browsesInvisibly: boolean }

export const settingsActions = {
  appearance: action<{ appearance: { id: AppearanceId } }>('/api/settings/appearance', 'appearance'),
  privacy: action<{ privacy: PrivacyView }>('/api/settings/privacy', 'privacy'),
  timeZone: action<{ timeZone: string }>('/api/settings/time-zone', 'time-zone'),
  chat: action<{ readMarks: boolean; typing: boolean }>('/api/settings/chat', 'chat-settings'),
}

/** `name`: of the member's own zone, in words; `device`: this browser's zone, if it is another one. */
export type TimeZonesView = {
  own: string
  name: string
  options: { value: string; label: string }[]
  device: { value: string; label: string } | null
}

/** Groups of `/main-settings`, each with its own URL; the index lists all but the last two, which other pages lead to. */
export type SettingsSection =
  | 'account'
  | 'devices'
  | 'notifications'
  | 'privacy'
  | 'look'
  | 'help'
  | 'legal'
  | 'latest'
  | 'verification'

/** `/main-settings`. `section` is null on the index. */
export type MainSettingsProps = {
  section: SettingsSection | null
  privacy: PrivacyView
  zones: TimeZonesView
}
