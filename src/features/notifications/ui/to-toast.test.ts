import { expect, it } from 'vitest'
import { createTranslator } from '#shared/i18n/translator.ts'
import type { ShownNotification } from './notifications-state.ts'
import { toToast } from './to-toast.ts'

const translator = createTranslator('uk', {}, { timeZone: 'UTC' })
const entry = (more: Partial<ShownNotification> = {}): ShownNotification => ({
  id: 'n1',
  kind: 'message',
  title: 'Анна',
  message: 'Привіт',
  seconds: 0,
  ...more,
})
const toast = (more?: Partial<ShownNotification>) => toToast(entry(more), translator, () => {})

it('leads to the chat in the page’s language', () => {
  expect(toast({ link: 'c1' }).href).toBe('/uk/messages?chat=c1')
  expect(toast().href).toBeUndefined()
})

it('is an error when its type is truthy, and a success for a match', () => {
  expect([toast({ type: 'failed' }).type, toast({ kind: 'match' }).type, toast().type]).toEqual(['error', 'success', 'default'])
})

it('shows a heart with the remaining likes', () => {
  expect(toast({ kind: 'like', like_out: true, like_remain: 24 }).fact).toEqual({ icon: 'heart', text: '24' })
})

it('counts its timer down through the formatter', () => {
  expect(toast({ timer_on: true, timer: 90, seconds: 2 }).fact).toEqual({ icon: 'clock', text: '01:28' })
})
