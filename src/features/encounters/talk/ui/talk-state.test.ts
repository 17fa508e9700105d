import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { ServerEvent, WireMessage } from '#shared/realtime/wire.ts'
import { typingHoldMs } from '#ui/messages/typing-hold.ts'
import { createTalkState } from './talk-state.ts'

const channel = 'presence-conversation.a-1' as const
const partner = 'partner'

const message = (seq: number, from = partner): WireMessage => ({
  epoch: 'e',
  seq,
  cid: `cid-${seq}`,
  from,
  text: `${seq}`,
  sentAt: seq,
})
const list = (ids: string[], rev: number): ServerEvent => ({
  event: 'presence:subscribed',
  channel,
  data: ids.map((id) => ({ user_id: id })),
  rev,
})
const moved = (event: 'presence:joining' | 'presence:leaving', rev: number): ServerEvent => ({
  event,
  channel,
  data: { user_id: partner },
  rev,
})
const typing: ServerEvent = { event: 'client-typing', channel, data: null, from: partner }
const page = (messages: WireMessage[]) => ({
  epoch: 'e',
  head: messages.length,
  more: false,
  later: false,
  messages,
  quoted: [],
  marks: [],
})

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('goes on from the head of the page, or from nowhere without a history', () => {
  expect(createTalkState(page([message(1)]), partner).since()).toEqual({ epoch: 'e', seq: 1 })
  expect(createTalkState(null, partner).since()).toBeNull()
})

it('has every message once and in order, whatever way it came', () => {
  const talk = createTalkState(page([message(1)]), partner)
  talk.addMessages([message(3, 'self')])
  talk.addMessages([message(2), message(3, 'self')])
  expect(talk.getState().messages.map(({ seq }) => seq)).toEqual([1, 2, 3])
})

it('calls a partner away only after they were there: who has not come yet is unknown', () => {
  const talk = createTalkState(null, partner)
  talk.receive(list(['self'], 1))
  expect(talk.getState().partner).toBe('unknown')
  talk.receive(moved('presence:joining', 2))
  expect(talk.getState().partner).toBe('here')
  talk.receive(moved('presence:leaving', 3))
  expect(talk.getState().partner).toBe('away')
  talk.receive(list(['self', partner], 4))
  expect(talk.getState().partner).toBe('here')
})

it('stops to show typing when the message comes, when it is quiet, and when the partner goes', () => {
  const talk = createTalkState(null, partner)
  talk.receive(list([partner], 1))
  talk.receive(typing)
  talk.addMessages([message(1, 'self')])
  expect(talk.getState().isTyping).toBe(true)
  talk.addMessages([message(2)])
  expect(talk.getState().isTyping).toBe(false)
  talk.receive(typing)
  vi.advanceTimersByTime(typingHoldMs)
  expect(talk.getState().isTyping).toBe(false)
  talk.receive(typing)
  talk.receive(moved('presence:leaving', 2))
  expect(talk.getState().isTyping).toBe(false)
})
