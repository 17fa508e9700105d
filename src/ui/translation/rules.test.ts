import { expect, test } from 'vitest'
import { failureOf, shareOf } from './rules.ts'

test.each([
  ['NotSupportedError', 'download', 'unsupported'],
  ['NotAllowedError', 'translate', 'unsupported'],
  ['QuotaExceededError', 'translate', 'tooLong'],
  ['NetworkError', 'translate', 'download'],
  ['UnknownError', 'download', 'download'],
  ['UnknownError', 'translate', 'other'],
] as const)('the reason of a %s while it had to %s is %s', (name, step, failure) => {
  expect(failureOf(new DOMException('', name), step)).toBe(failure)
})

test('whatever else is thrown has no reason of its own', () => {
  expect(failureOf(new TypeError('broken'), 'translate')).toBe('other')
  expect(failureOf(null, 'translate')).toBe('other')
})

test('the share of a download is in whole per cent, whether or not the browser says what the whole is', () => {
  expect([0, 1 / 3, 0.999, 1].map((loaded) => shareOf({ loaded, total: 1 }))).toEqual([0, 0.33, 0.99, 1])
  expect(shareOf({ loaded: 30, total: 120 })).toBe(0.25)
  expect([0.5, 7, -1].map((loaded) => shareOf({ loaded, total: 0 }))).toEqual([0.5, 1, 0])
})
