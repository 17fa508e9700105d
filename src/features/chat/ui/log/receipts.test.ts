import { expect, it } from 'vitest'
import { channelName, type Receipt } from '#shared/realtime/wire.ts'
import { mergeReceipts, applyReceipts, receiptOf, noReceipts } from './receipts.ts'

const ben = (delivered: number, read = 0): Receipt => ({ user_id: 'ben', delivered, read })

it('gives a message its receipt by its seq: sent above both counts, delivered up to the one, read up to the other', () => {
  const marks = [ben(5, 3)]
  expect([2, 3, 4, 5, 6].map((seq) => receiptOf({ seq }, marks))).toEqual(['read', 'read', 'delivered', 'delivered', 'sent'])
})

it('knows only that a message was sent while nothing is known of the others', () => {
  expect(receiptOf({ seq: 1 }, noReceipts)).toBe('sent')
})

it('takes what was read for delivered', () => {
  expect(receiptOf({ seq: 4 }, [ben(2, 4)])).toBe('read')
})

it('waits for everyone where there are several', () => {
  const marks = [ben(5, 5), { user_id: 'eva', delivered: 4, read: 0 }]
  expect([4, 5].map((seq) => receiptOf({ seq }, marks))).toEqual(['delivered', 'sent'])
})

it('only grows, each count by itself, whatever the order of the news', () => {
  const marks = mergeReceipts([ben(5, 3)], [ben(4, 4)])
  expect(marks).toEqual([ben(5, 4)])
  expect(mergeReceipts(marks, [ben(1, 1)])).toBe(marks)
})

it('learns of a member that it did not know', () => {
  expect(mergeReceipts(noReceipts, [ben(1)])).toEqual([ben(1)])
})

it('takes receipts and nothing else', () => {
  const channel = channelName.conversation('c1')
  const known = [ben(1)]
  expect(applyReceipts(known, { event: 'marks', channel, data: ben(2) })).toEqual([ben(2)])
  expect(applyReceipts(known, { event: 'presence:joining', channel, data: { user_id: 'ben' }, rev: 1 })).toBe(known)
})
