import { expect, test } from 'vitest'
import { membersAt, membersWithin, waitP99, type CallKind } from './lane.ts'

/** One call a second of one millisecond. */
const even: CallKind[] = [{ perSecond: 1, ms: 1 }]

test('a lane is busy as often as members call, times the time of a call', () => {
  expect(membersAt(0.6, even)).toBeCloseTo(600)
  expect(membersAt(0.6, [...even, { perSecond: 0.1, ms: 20 }])).toBeCloseTo(200)
})

test('a wait is that of a queue with equal service times: at 60 % about 3 ms, and none without a load', () => {
  // M/D/1: the mean wait is 0.75 ms at 60 %; the tail of the distribution puts the 99th percentile at about 4 ms.
  expect(waitP99(even, 600)).toBeGreaterThan(3)
  expect(waitP99(even, 600)).toBeLessThan(5.5)
  expect(waitP99(even, 1)).toBeLessThan(0.1)
  expect(waitP99(even, 1000)).toBe(Infinity)
})

test('a few long calls make everybody wait', () => {
  const mixed: CallKind[] = [{ perSecond: 0.95, ms: 0.2 }, { perSecond: 0.05, ms: 12 }] // prettier-ignore
  const online = membersAt(0.6, mixed)
  expect(waitP99(mixed, online)).toBeGreaterThan(10 * waitP99([{ perSecond: 1, ms: 0.79 }], online))
})

test('members within a wait are the most for whom it holds', () => {
  const most = membersWithin(10, even)
  expect(waitP99(even, most)).toBeLessThanOrEqual(10)
  expect(waitP99(even, most + 20)).toBeGreaterThan(10)
})
