import fc from 'fast-check'
import { expect, it } from 'vitest'
import { countOf, readUpTo, withoutUnread, withUnread, type Unread } from './unread-ranges.ts'

const after = (seqs: readonly number[]) => seqs.reduce<Unread>(withUnread, [])
const listed = (unread: Unread) =>
  unread.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, n) => first + n))

it('counts each message once, reads up to a position, and forgets messages taken back', () => {
  const four = after([2, 5, 3, 3, 6])
  expect(four).toEqual([
    [2, 3],
    [5, 6],
  ])
  expect(countOf(four)).toBe(4)
  expect(readUpTo(four, 5)).toEqual([[6, 6]])
  expect(readUpTo(four, 9)).toEqual([])
  expect(readUpTo(four, 1)).toEqual(four)
  expect(withoutUnread(four, 3)).toEqual([
    [2, 2],
    [5, 6],
  ])
  expect(withoutUnread(four, 4), 'one that was not unread').toEqual(four)
})

it('stays small however many there are', () => {
  expect(after(Array.from({ length: 1000 }, (_, n) => n + 1))).toEqual([[1, 1000]])
  const scattered = after(Array.from({ length: 1000 }, (_, n) => 2 * n))
  expect(scattered.length).toBe(300)
  expect(listed(scattered).slice(-299)).toEqual(Array.from({ length: 299 }, (_, n) => 2 * (n + 701)))
})

it('agrees with a plain set, whatever happens in whatever order', () => {
  const step = fc.oneof(
    fc.record({ kind: fc.constant('take-back' as const), back: fc.integer({ min: 0, max: 20 }) }),
    fc.record({ kind: fc.constant('read' as const), back: fc.integer({ min: 0, max: 20 }) }),
    fc.record({ kind: fc.constant('message' as const), back: fc.integer({ min: 0, max: 2 }) }),
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 120 }), (steps) => {
      const plain = new Set<number>()
      let [unread, head]: [Unread, number] = [[], 3]
      for (const { kind, back } of steps) {
        const position = head - back
        head += 1
        if (kind === 'message') {
          plain.add(position)
          unread = withUnread(unread, position)
        } else if (kind === 'take-back') {
          plain.delete(position)
          unread = withoutUnread(unread, position)
        } else {
          for (const seq of plain) if (seq <= position) plain.delete(seq)
          unread = readUpTo(unread, position)
        }
        expect(listed(unread)).toEqual([...plain].toSorted((a, b) => a - b))
        expect(countOf(unread)).toBe(plain.size)
      }
    }),
    { seed: 20261120 },
  )
})
