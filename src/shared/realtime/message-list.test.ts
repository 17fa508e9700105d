import { expect, it } from 'vitest'
import type { WireMessage } from './wire.ts'
import { mergeMessages, withoutArrived } from './message-list.ts'

const message = (seq: number, more: Partial<WireMessage> = {}): WireMessage => ({
  epoch: 'e',
  seq,
  cid: `cid-${seq}`,
  from: 'anna',
  text: `${seq}`,
  sentAt: seq,
  ...more,
})
const seqs = (messages: readonly WireMessage[]) => messages.map(({ seq }) => seq)

it('merges stretches in the order of the log, each message once', () => {
  expect(seqs(mergeMessages([message(3), message(4)], [message(4), message(5), message(1)]))).toEqual([1, 3, 4, 5])
})

it('gives back the known list when nothing is new, so that nothing is drawn again', () => {
  const known = [message(1), message(2, { change: 3 })]
  expect(mergeMessages(known, [message(2), message(1)])).toBe(known)
})

it('takes the later form of a message, whichever comes first', () => {
  const edited = message(1, { text: 'edited', change: 4 })
  const reacted = message(1, { text: 'edited', change: 6, reactions: [{ from: 'ben', emoji: '🔥' }] })
  expect(mergeMessages([message(1), message(2)], [edited])[0]).toBe(edited)
  expect(mergeMessages([reacted], [edited])[0]).toBe(reacted)
  expect(mergeMessages([message(1)], [reacted, edited])).toEqual([reacted])
})

it('drops what is pending once the message has arrived', () => {
  expect(withoutArrived([{ cid: 'cid-1' }, { cid: 'cid-9' }], [message(1)])).toEqual([{ cid: 'cid-9' }])
})
