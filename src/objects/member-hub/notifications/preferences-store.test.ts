import { expect, it } from 'vitest'
import { defaultPreferences } from '#features/notifications/contract.ts'
import { withDefaults } from './preferences-store.ts'

it.each([{}, null, 'x', { readMarks: 'no' }, { notifications: [] }, { quietHours: { start: '25:00', end: '07:00' } }])(
  '%j counts as nothing set',
  (value) => expect(withDefaults(value)).toEqual(defaultPreferences),
)

it('what was set stays, and what is new since then has its default', () => {
  const { notifications } = defaultPreferences
  const stored = {
    typing: false,
    notifications: { like: { toast: false, sound: true } },
    quietHours: { start: '22:00', end: '07:30' },
  }
  expect(withDefaults(stored)).toEqual({
    readMarks: true,
    typing: false,
    notifications: { ...notifications, like: { toast: false, sound: true, push: true, email: false } },
    quietHours: { start: '22:00', end: '07:30' },
  })
})
