import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { WireMessage } from '#shared/realtime/wire.ts'
import type { HistoryPage } from '#features/chat/contract.ts'
import { createChatState } from './chat-state.ts'
import { addEarlier, addLater } from '../log/log-extension.ts'
import { previewMessage } from '../inbox/preview-message.ts'

const message = (seq: number, from = 'anna', epoch = 'e'): WireMessage => ({
  epoch,
  seq,
  cid: `cid-${seq}`,
  from,
  text: `${seq}`,
  sentAt: seq,
})
const page = (seqs: number[], more: Partial<HistoryPage> = {}): HistoryPage => ({
  epoch: 'e',
  head: seqs.at(-1) ?? 0,
  more: false,
  later: false,
  messages: seqs.map((seq) => message(seq)),
  quoted: [],
  marks: [],
  ...more,
})
const seqs = (chat: ReturnType<typeof createChatState>) => chat.getState().messages.map(({ seq }) => seq)

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('goes on from the head of the page, or from nowhere without a history', () => {
  expect(createChatState(page([4, 5], { head: 8 }), 'anna').since()).toEqual({ epoch: 'e', seq: 8 })
  expect(createChatState(page([]), 'anna').since()).toEqual({ epoch: 'e', seq: 0 })
  expect(createChatState(null, 'anna').since()).toBeNull()
})

it('puts older and newer messages around what it has', () => {
  const chat = createChatState(page([4, 5], { more: true }), 'anna')
  chat.addMessages([message(6)])
  chat.extend(page([2, 3], { more: true }), addEarlier)
  expect(seqs(chat)).toEqual([2, 3, 4, 5, 6])
  expect(chat.getState().hasEarlier).toBe(true)
  chat.extend(page([1]), addEarlier)
  expect(chat.getState().hasEarlier).toBe(false)
})

it('starts over in a new epoch and refuses pages of the last one', () => {
  const chat = createChatState(page([4, 5], { later: true, head: 9 }), 'anna')
  chat.reset([message(1, 'anna', 'f')], { epoch: 'f', seq: 1 })
  chat.extend(page([2, 3]), addEarlier)
  chat.extend(page([6, 7]), addLater)
  chat.open(page([8, 9]))
  expect(seqs(chat)).toEqual([1])
  expect(chat.getState().hasLater).toBe(false)
  expect(chat.since()).toEqual({ epoch: 'f', seq: 1 })
})

it('points at a message that it shows, again and again, and says when it does not show it', () => {
  const chat = createChatState(page([4, 5]), 'anna', 4)
  expect(chat.getState().found).toEqual({ seq: 4, turn: 0 })
  expect(chat.find(4)).toBe(true)
  expect(chat.getState().found).toEqual({ seq: 4, turn: 1 })
  expect(chat.find(2)).toBe(false)
  expect(chat.getState().found?.seq).toBe(4)
})

it('shows a change at once and undoes it, unless the server has sent the message again', () => {
  const chat = createChatState(page([4, 5]), 'anna')
  const reactions = [{ from: 'me', emoji: '🔥' as const }]
  const undo = previewMessage(chat, 4, { reactions })
  expect(chat.getState().messages[0]?.reactions).toEqual(reactions)
  undo()
  expect(chat.getState().messages[0]).toEqual(message(4))
  const late = previewMessage(chat, 4, { reactions })
  chat.addMessages([{ ...message(4), change: 6, text: 'edited' }])
  late()
  expect(chat.getState().messages[0]?.text).toBe('edited')
})

it('shows typing until the message comes or six quiet seconds went by', () => {
  const chat = createChatState(page([]), 'anna')
  const typing = () => chat.receive({ event: 'client-typing', channel: 'presence-conversation.c', data: null, from: 'anna' })
  typing()
  expect(chat.getState().isTyping).toBe(true)
  chat.addMessages([message(1, 'me')])
  expect(chat.getState().isTyping).toBe(true)
  chat.addMessages([message(2, 'anna')])
  expect(chat.getState().isTyping).toBe(false)
  typing()
  vi.advanceTimersByTime(5000)
  typing()
  vi.advanceTimersByTime(5000)
  expect(chat.getState().isTyping).toBe(true)
  vi.advanceTimersByTime(1000)
  expect(chat.getState().isTyping).toBe(false)
})

it('keeps how far the others are, and forgets it with the epoch', () => {
  const chat = createChatState(page([1]), 'anna')
  const marks = { user_id: 'anna', delivered: 1, read: 1 }
  chat.receive({ event: 'marks', channel: 'presence-conversation.c', data: marks })
  expect(chat.getState().marks).toEqual([marks])
  chat.reset([message(1, 'anna', 'f')], { epoch: 'f', seq: 1 })
  expect(chat.getState().marks).toEqual([])
})

it('keeps how far the others are, and forgets it with the epoch', () => {
  const chat = createChatState(page([1]), 'anna')
  const marks = { user_id: 'anna', delivered: 1, read: 1 }
  chat.receive({ event: 'marks', channel: 'presence-conversation.c', data: marks })
  expect(chat.getState().marks).toEqual([marks])
  chat.reset([message(1, 'anna', 'f')], { epoch: 'f', seq: 1 })
  expect(chat.getState().marks).toEqual([])
})

it('keeps what is only quoted up to date, and keeps it out of the log', () => {
  const chat = createChatState(page([8, 9], { more: true, quoted: [message(2)] }), 'anna')
  chat.quote([message(3)])
  chat.addMessages([
    { ...message(2), change: 10, deleted: true, text: '' },
    { ...message(1), change: 11 },
  ])
  expect(seqs(chat)).toEqual([8, 9])
  expect([...chat.getState().quoted.values()].map(({ seq, deleted }) => [seq, deleted])).toEqual([
    [2, true],
    [3, undefined],
  ])
  const { quoted } = chat.getState()
  chat.addMessages([message(9)])
  expect(chat.getState().quoted).toBe(quoted)
})
