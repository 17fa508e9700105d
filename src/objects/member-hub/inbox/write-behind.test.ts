import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { WriteBehind } from './write-behind.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function createLate() {
  const log: string[] = []
  const storage = { transactionSync: (work: () => void) => (log.push('begin'), work()) }
  return {
    late: new WriteBehind(storage as unknown as ConstructorParameters<typeof WriteBehind>[0]),
    log,
    write: (text: string) => ({ write: () => void log.push(text) }),
  }
}

it('what waits is written together, once, the latest of each key, two seconds after the first', () => {
  const { late, log, write } = createLate()
  late.put('a', write('a1'))
  vi.advanceTimersByTime(1_000)
  late.put('b', write('b1'))
  late.put('a', write('a2'))
  vi.advanceTimersByTime(999)
  expect(log).toEqual([])
  vi.advanceTimersByTime(1)
  expect(log).toEqual(['begin', 'a2', 'b1'])
  vi.advanceTimersByTime(60_000)
  expect(log).toHaveLength(3)
})

it('it is full when much has been put since the last time, under whatever keys', () => {
  const { late, write } = createLate()
  for (let n = 1; n < 300; n += 1) late.put('a', write(`a${n}`))
  expect(late.isFull).toBe(false)
  late.put('a', write('a300'))
  expect(late.isFull).toBe(true)
  late.flush()
  expect(late.isFull).toBe(false)
})

it('what could not be written still waits', () => {
  const { late, log, write } = createLate()
  let isBroken = true
  const put = { write: () => (isBroken ? expect.unreachable() : void log.push('a')), written: () => void log.push('written') }
  late.put('a', put)
  expect(() => late.flush()).toThrow()
  isBroken = false
  late.put('b', write('b'))
  late.flush()
  expect(log).toEqual(['begin', 'begin', 'a', 'b', 'written'])
})
