import { expect, expectTypeOf, test } from 'vitest'
import { keysOf, recordOf } from './records.ts'

const durations = { day: 1, week: 7 }

test('keys come in their order, typed as the record names them', () => {
  const keys = keysOf(durations)
  expectTypeOf(keys).toEqualTypeOf<('day' | 'week')[]>()
  expect(keys).toEqual(['day', 'week'])
})

test('a record has a value for every key of the list and no other', () => {
  const lengths = recordOf(['one', 'three'], (key) => key.length)
  expectTypeOf(lengths).toEqualTypeOf<Record<'one' | 'three', number>>()
  expect(lengths).toEqual({ one: 3, three: 5 })
})
