import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { createTranslator } from '#shared/i18n/translator.ts'
import type { Notice } from '../contract.ts'
import { payloadOf } from './notification-text.ts'

const read = (name: string) => JSON.parse(readFileSync(`locales/en/${name}.json`, 'utf8'))
const translator = createTranslator(
  'en',
  { notifications: read('notifications'), photos: read('photos'), store: read('store') },
  {
    timeZone: 'UTC',
    onMissing: (key) => {
      throw new Error(`Missing message: ${key}`)
    },
  },
)
const anna = { firstName: 'Anna', icon: '/a.webp', isHidden: false }
const say = (notice: Notice, more: Partial<Parameters<typeof payloadOf>[1]> = {}) =>
  payloadOf(notice, { person: anna, others: 0, ...more }, translator)

it('a message names its sender, shows its start and leads to the chat (spec §3)', () => {
  const notice = { id: 'n', kind: 'message', from: 'a', conversation: 'c' } as const
  expect(say(notice, { preview: { text: 'Hello', hasPhoto: false } })).toEqual({
    id: 'n',
    kind: 'message',
    title: 'Anna',
    message: 'Hello',
    icon: '/a.webp',
    link: 'c',
  })
  const [photo, later] = [say(notice, { preview: { text: '', hasPhoto: true } }), say(notice)]
  expect(photo?.message).not.toBe(later?.message)
  expect(say(notice, { person: { ...anna, icon: null } })).not.toHaveProperty('icon')
})

it('of nobody who may not be seen any more', () => {
  expect(say({ id: 'n', kind: 'match', from: 'a', conversation: 'c' }, { person: null })).toBeNull()
})

it('of who has paused only what stands between the two already', () => {
  const paused = { person: { ...anna, isHidden: true } }
  expect(say({ id: 'n', kind: 'like', from: 'a' }, paused)).toBeNull()
  expect(say({ id: 'n', kind: 'favourite', from: 'a', conversation: 'c' }, paused)).toBeNull()
  expect(say({ id: 'n', kind: 'match', from: 'a', conversation: 'c' }, paused)).toMatchObject({ link: 'c' })
})

it('a favourite leads to the chat, visitors are a number and nobody’s name', () => {
  expect(say({ id: 'n', kind: 'favourite', from: 'a', conversation: 'c' })).toMatchObject({ link: 'c', icon: '/a.webp' })
  expect(say({ id: 'n', kind: 'visitor', people: 3 }, { person: null })?.title).toContain('3')
})

it('an order names up to three products, each as often as it was ordered, and never an amount', () => {
  const paid = { id: 'n', kind: 'order', order: 'o', event: 'paid' } as const
  const text = 'It’s paid, and your receipt is ready.'
  const line = (product: string, quantity = 1) => ({ product, quantity })
  const messageOf = (products: ReturnType<typeof line>[]) =>
    say({ ...paid, products }, { person: null })?.message.replaceAll('\u00a0', ' ')
  expect(messageOf([line('boost-5')])).toBe(`5 boosts. ${text}`)
  expect(messageOf([line('boost-1', 2), line('gift-rose')])).toBe(`2 × 1 boost and Rose. ${text}`)
  expect(messageOf([line('premium-3'), line('likes-10'), line('gift-star')])).toBe(
    `3 months of premium, 10 likes and Star. ${text}`,
  )
  expect(messageOf([line('boost-1'), line('gift-cake'), line('gift-star'), line('gift-rose')])).toBe(
    `1 boost, Cake, Star, … ${text}`,
  )
  // From an order stored before products were.
  expect(say(paid, { person: null })?.message).toBe(text)
})

it('every subject has words, and security is in error style', () => {
  const subjects: Notice[] = [
    { id: 'n', kind: 'request', from: 'a', conversation: 'c' },
    { id: 'n', kind: 'match', from: 'a', conversation: 'c' },
    { id: 'n', kind: 'reveal', from: 'a', conversation: 'c' },
    { id: 'n', kind: 'like', from: 'a' },
    { id: 'n', kind: 'visitor', people: 3 },
    { id: 'n', kind: 'favourite', from: 'a', conversation: 'c' },
    { id: 'n', kind: 'blind-date', slot: Date.UTC(2027, 0, 5, 20) },
    { id: 'n', kind: 'moderation', photo: 'approved' },
    { id: 'n', kind: 'moderation', photo: 'rejected', reason: 'unclear' },
    { id: 'n', kind: 'moderation', report: 'dismissed' },
    { id: 'n', kind: 'moderation', report: 'acted' },
    { id: 'n', kind: 'security', event: 'new-device', browser: 'Firefox', system: 'Linux' },
    { id: 'n', kind: 'security', event: 'new-device', browser: null, system: null },
    { id: 'n', kind: 'security', event: 'session-reused', browser: 'Firefox', system: null },
    { id: 'n', kind: 'security', event: 'sign-in-attempts' },
    { id: 'n', kind: 'security', event: 'password' },
    { id: 'n', kind: 'security', event: 'passkey-added' },
    { id: 'n', kind: 'security', event: 'passkey-removed' },
    { id: 'n', kind: 'security', event: 'export-ready' },
    { id: 'n', kind: 'security', event: 'email' },
    { id: 'n', kind: 'security', event: 'linked', provider: 'google' },
    { id: 'n', kind: 'security', event: 'unlinked', provider: 'facebook' },
  ]
  for (const notice of subjects) {
    const payload = say(notice)
    expect([payload?.title, payload?.message].join(' ')).not.toMatch(/undefined|\{\{|^$/)
    expect(Boolean(payload?.type)).toBe(notice.kind === 'security')
  }
  expect(say({ id: 'n', kind: 'like', from: 'a' }, { others: 3 })?.title).toContain('3')
})
