import { expect, it } from 'vitest'
import type { OutboxItem } from '#shared/realtime/realtime.tsx'
import type { WireMessage } from '#shared/realtime/wire.ts'
import { talkLines } from './talk-lines.ts'

const message = (seq: number, from: string, sentAt = seq): WireMessage => ({
  epoch: 'e',
  seq,
  cid: `cid-${seq}`,
  from,
  text: `${seq}`,
  sentAt,
})
const item = (cid: string): OutboxItem => ({
  channel: 'presence-conversation.a-1',
  cid,
  text: cid,
  createdAt: 9,
  status: 'pending',
})
const shown = (...input: Parameters<typeof talkLines>) =>
  talkLines(...input).map(({ key, isFirst, isLast }) => [key, isFirst, isLast])

it('counts everything as the viewer’s own that is not from the partner: an acknowledgement has another id', () => {
  const lines = talkLines([message(1, 'partner'), message(2, 'self-alias'), message(3, 'member-id')], [], 'partner')
  expect(lines.map(({ isOwn }) => isOwn)).toEqual([false, true, true])
})

it('holds a run of one person together until five minutes lie between', () => {
  const run = [message(1, 'partner'), message(2, 'partner'), message(3, 'partner', 6 * 60_000)]
  expect(shown(run, [], 'partner')).toEqual([
    ['other-cid-1', true, false],
    ['other-cid-2', false, true],
    ['other-cid-3', true, true],
  ])
})

it('shows a message once, when it has arrived before its acknowledgement', () => {
  expect(shown([message(1, 'self')], [item('cid-1'), item('cid-2')], 'partner').map(([key]) => key)).toEqual([
    'own-cid-1',
    'own-cid-2',
  ])
})

it('ends a run at a message that failed: below it stands what can be done', () => {
  const failed: OutboxItem = { ...item('cid-2'), status: 'failed' }
  expect(shown([message(1, 'self')], [failed, item('cid-3')], 'partner')).toEqual([
    ['own-cid-1', true, false],
    ['own-cid-2', false, true],
    ['own-cid-3', true, true],
  ])
})
