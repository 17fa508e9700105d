import { expect, test } from 'vitest'
import { OnceAMinute } from './once-a-minute.ts'

const minute = 60_000

test('a name is new once in each minute', () => {
  const noted = new OnceAMinute()
  expect([0, 1, minute - 1, minute, minute + 1].map((now) => noted.isFirst('a', now))).toEqual([true, false, false, true, false])
  expect(noted.isFirst('b', minute + 1)).toBe(true)
})

test('ever new names are not noted beyond a thousand a minute', () => {
  const noted = new OnceAMinute()
  const names = Array.from({ length: 5_000 }, (_, n) => `${n}`)
  expect(names.filter((name) => noted.isFirst(name, 0))).toHaveLength(1_000)
  expect(noted.isFirst('5000', minute)).toBe(true)
})
