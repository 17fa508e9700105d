import { expect, it } from 'vitest'
import type { OutboxItem } from '#shared/realtime.tsx'
import type { WireMessage } from '#shared/wire.ts'
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
  buildTimeline(messages, pending, options).map((entry) =>
    entry.kind === 'day'
      ? entry.label
      : `${entry.isOwn ? 'own' : 'other'} ${entry.text}${entry.isFirst ? ' first' : ''}${entry.isLast ? ' last' : ''} ${entry.status}`,
  )

it('separates days and holds the runs of one person together', () => {
  const drawn = draw([message(1, 'anna', 0), message(2, 'anna', minute), message(3, 'me', 2 * minute), message(4, 'me', day)])
  expect(drawn).toEqual([
    'day 0',
    'other 1 first sent',
    'other 2 last sent',
    'own 3 first last sent',
    'day 1',
    'own 4 first last sent',
  ])
})

it('starts a new run after a pause', () => {
  expect(draw([message(1, 'me', 0), message(2, 'me', 6 * minute)])).toEqual([
    'day 0',
    'own 1 first last sent',
    'own 2 first last sent',
  ])
})

it('puts what is on its way at the end, and a failed message ends its run', () => {
  const drawn = draw([message(1, 'me', 0)], [waiting('a', 1), waiting('b', 2, 'failed'), waiting('c', 3)])
  expect(drawn).toEqual(['day 0', 'own 1 first sent', 'own a pending', 'own b last failed', 'own c first last pending'])
})

it('shows how far the other is with what one wrote, and nothing on what they wrote', () => {
  const marks = [{ user_id: 'anna', delivered: 3, read: 1 }]
  const messages = [message(1, 'me', 0), message(2, 'anna', 1), message(3, 'me', 2), message(4, 'me', 3)]
  const drawn = buildTimeline(messages, [], { ...options, marks })
  expect(drawn.flatMap((entry) => (entry.kind === 'message' ? [entry.status] : []))).toEqual([
    'read',
    'sent',
    'delivered',
    'sent',
  ])
})

it('keeps the key of a message from pending to sent', () => {
  const keys = (entries: ReturnType<typeof buildTimeline>) =>
    entries.filter(({ kind }) => kind === 'message').map(({ key }) => key)
  expect(keys(buildTimeline([message(1, 'me', 0)], [], options))).toEqual(keys(buildTimeline([], [waiting('cid-1', 0)], options)))
})
