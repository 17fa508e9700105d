import { array, assert, integer, property } from 'fast-check'
import { expect, it } from 'vitest'
import type { WireMessage } from '#shared/wire.ts'
import { mergeMessages, withoutArrived } from './message-list.ts'

const message = (seq: number): WireMessage => ({ epoch: 'e', seq, cid: `cid-${seq}`, from: 'anna', text: `${seq}`, sentAt: seq })

it('keeps the log’s order and each message once, whatever arrives when', () => {
  const batches = array(array(integer({ min: 1, max: 40 }), { maxLength: 12 }), { maxLength: 8 })
  assert(
    property(batches, (arrivals) => {
      const merged = arrivals.reduce<readonly WireMessage[]>((known, batch) => mergeMessages(known, batch.map(message)), [])
      const expected = [...new Set(arrivals.flat())].toSorted((a, b) => a - b)
      expect(merged.map(({ seq }) => seq)).toEqual(expected)
    }),
    { seed: 20261120 },
  )
})

it('gives the same list back when nothing is new', () => {
  const known = [message(1), message(2)]
  expect(mergeMessages(known, [message(2)])).toBe(known)
})

it('hides a pending message once it has arrived', () => {
  expect(withoutArrived([{ cid: 'cid-1' }, { cid: 'cid-9' }], [message(1)])).toEqual([{ cid: 'cid-9' }])
})
