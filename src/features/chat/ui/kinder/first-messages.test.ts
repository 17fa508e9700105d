import { expect, test } from 'vitest'
import type { WireMessage } from '#shared/realtime/wire.ts'
import { firstReceived } from './bothering.ts'
import { isFirstMessage, isJustReceived } from './first-messages.ts'

const me = 'anna'
const say = (from: string, seq: number): WireMessage => ({ epoch: 'e', seq, cid: `c-${seq}`, from, text: `${seq}`, sentAt: seq })
const all = (...messages: WireMessage[]) => ({ messages, hasEarlier: false, hasLater: false })
const asked = (shown: Parameters<typeof isJustReceived>[0]) =>
  isJustReceived(shown, me) ? firstReceived(shown.messages, me).map(({ seq }) => seq) : []

test('the first message is the first of one’s own, whatever the other has written', () => {
  expect(isFirstMessage(all(), me)).toBe(true)
  expect(isFirstMessage(all(say('ben', 1)), me)).toBe(true)
  expect(isFirstMessage(all(say('ben', 1), say(me, 2)), me)).toBe(false)
})

test('a conversation that is only partly on screen goes on', () => {
  expect(isFirstMessage({ ...all(say('ben', 51)), hasEarlier: true }, me)).toBe(false)
  expect(isFirstMessage({ ...all(say('ben', 1)), hasLater: true }, me)).toBe(false)
  expect(asked({ ...all(say('ben', 51)), hasEarlier: true })).toEqual([])
})

test('a gift is no message', () => {
  const gift = { ...say(me, 1), text: '', gift: 'gift-rose' as const }
  expect(isFirstMessage(all(gift), me)).toBe(true)
  expect(asked(all(gift, say('ben', 2), say('ben', 3)))).toEqual([2, 3])
})

test('every message of somebody unanswered is asked about, of others only the first, until one answers', () => {
  expect(asked(all(say('ben', 1), say('ben', 2)))).toEqual([1, 2])
  expect(asked(all(say(me, 1), say('ben', 2), say('ben', 3)))).toEqual([2])
  expect(asked(all(say('ben', 1), say(me, 2)))).toEqual([])
  expect(asked(all(say('ben', 1), say(me, 2), say('ben', 3)))).toEqual([])
})
