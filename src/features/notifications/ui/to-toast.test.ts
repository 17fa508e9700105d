import { expect, it } from 'vitest'
import { createTranslator } from '#shared/i18n/translator.ts'
import type { ShownNotification } from './notifications-state.ts'
import { toToast } from './to-toast.ts'
import { reportNoticeId } from '#shared/realtime/report-notice-id.ts'

const translator = createTranslator('uk', {}, { timeZone: 'UTC' })
const entry = (more: Partial<ShownNotification> = {}): ShownNotification => ({
  id: 'n1',
  sourceId: 's1',
  kind: 'message',
  title: 'Анна',
  message: 'Привіт',
  seconds: 0,
  ...more,
})
const toast = (more?: Partial<ShownNotification>) => toToast(entry(more), translator, {})

it('leads to the chat, the anonymous chat or the blind date in the page’s language', () => {
  expect(toast({ link: 'c1' }).href).toBe('/uk/messages?chat=c1')
  expect(toast({ link_anon: 'a/1' }).href).toBe('/uk/anonymous-chat/a%2F1')
  expect(toast({ link_blind: 'b1' }).href).toBe('/uk/blind-dates/b1')
  expect(toast().href).toBeUndefined()
})

it('leads to its own page when it is about no chat', () => {
  expect(toast({ kind: 'visitor' }).href).toBe('/uk/visitors')
  expect([toast({ kind: 'like' }).href, toast({ kind: 'moderation' }).href, toast({ kind: 'security' }).href]).toEqual([
    '/uk/likes',
    '/uk/profile-settings',
    '/uk/main-settings',
  ])
})

it('about a report leads nowhere: there is no page of it', () => {
  expect(toast({ kind: 'moderation', sourceId: reportNoticeId('r1') }).href).toBeUndefined()
})

it('is an error when its type is truthy, and a success for a match', () => {
  expect([toast({ type: 'failed' }).type, toast({ kind: 'match' }).type, toast().type]).toEqual(['error', 'success', 'default'])
})

it('shows a heart with the remaining likes', () => {
  expect(toast({ kind: 'like', like_out: true, like_remain: 24 }).fact).toEqual({ icon: 'heart', text: '24' })
  expect(toast({ kind: 'like', like_out: true, like_remain: 0 }).fact).toEqual({ icon: 'heart', text: '0' })
})

it('counts its timer down through the formatter, and not below nothing', () => {
  expect(toast({ timer_on: true, timer: 90, seconds: 2 }).fact).toEqual({ icon: 'clock', text: '01:28' })
  expect(toast({ timer_on: true, timer: 1, seconds: 2 }).fact).toEqual({ icon: 'clock', text: '00:00' })
})
