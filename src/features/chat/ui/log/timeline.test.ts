import { expect, it } from 'vitest'
import type { OutboxItem } from '#shared/realtime/realtime.tsx'
import type { WireMessage } from '#shared/realtime/wire.ts'
import { buildTimeline } from './timeline.ts'

const minute = 60_000
const day = 24 * 60 * minute
const options = { viewerId: 'me', dayOf: (at: number) => `day ${Math.floor(at / day)}`, marks: [] }
const message = (seq: number, from: string, sentAt: number): WireMessage => ({
  epoch: 'e',
  seq,
  cid: `cid-${seq}`,
  from,
  text: `${seq}`,
  sentAt,
})
const waiting = (cid: string, createdAt: number, status: OutboxItem['status'] = 'pending'): OutboxItem => ({
  channel: 'presence-conversation.c',
  cid,
  text: cid,
  createdAt,
  status,
})

const draw = (messages: WireMessage[], pending: OutboxItem[] = []) =>
  buildTimeline(messages, pending, options).flatMap(({ label, messages }) => [
    label,
    ...messages.map(({ isOwn, isFirst, isLast, sent, waiting }) =>
      [isOwn ? 'own' : 'other', sent?.text ?? waiting?.text, isFirst && 'first', isLast && 'last', waiting?.status]
        .filter(Boolean)
        .join(' '),
    ),
  ])
const keys = (messages: WireMessage[], pending: OutboxItem[] = []) =>
  buildTimeline(messages, pending, options).flatMap(({ key, messages }) => [key, ...messages.map(({ key }) => key)])

it('separates days and holds the runs of one person together', () => {
  const drawn = draw([message(1, 'anna', 0), message(2, 'anna', minute), message(3, 'me', 2 * minute), message(4, 'me', day)])
  expect(drawn).toEqual(['day 0', 'other 1 first', 'other 2 last', 'own 3 first last', 'day 1', 'own 4 first last'])
})

it('starts a new run after a pause', () => {
  expect(draw([message(1, 'me', 0), message(2, 'me', 6 * minute)])).toEqual(['day 0', 'own 1 first last', 'own 2 first last'])
})

it('puts what is on its way at the end, and a failed message ends its run', () => {
  const drawn = draw([message(1, 'me', 0)], [waiting('a', 1), waiting('b', 2, 'failed'), waiting('c', 3)])
  expect(drawn).toEqual(['day 0', 'own 1 first', 'own a pending', 'own b last failed', 'own c first last pending'])
})

it('shows how far the other is with what one wrote, and nothing on what they wrote', () => {
  const marks = [{ user_id: 'anna', delivered: 3, read: 1 }]
  const messages = [message(1, 'me', 0), message(2, 'anna', 1), message(3, 'me', 2), message(4, 'me', 3)]
  const drawn = buildTimeline(messages, [], { ...options, marks })
  expect(drawn.flatMap(({ messages }) => messages.map(({ status }) => status))).toEqual(['read', 'sent', 'delivered', 'sent'])
})

it('keeps the key of a message from pending to sent, and of a day when older messages join it', () => {
  expect(keys([message(1, 'me', 0)])).toEqual(keys([], [waiting('cid-1', 0)]))
  expect(keys([message(1, 'me', 0), message(2, 'me', 1)])[0]).toBe(keys([message(2, 'me', 1)])[0])
})

it('gives each part a key of its own where clocks that differ name a day twice', () => {
  const all = keys([message(1, 'me', 0), message(2, 'me', day)], [waiting('a', day - 1)])
  expect(new Set(all).size).toBe(all.length)
})
