import { describe, expect, test } from 'vitest'
import { cleanLines } from './clean.ts'

describe('words stay apart, whatever stood between them', () => {
  test.each([
    ['Saturday\t18:00', 'Saturday 18:00'],
    ['one\u000btwo', 'one\ntwo'],
    ['one\ftwo', 'one\ntwo'],
    ['one\u2028two\u2029three', 'one\ntwo\nthree'],
    ['one\u0085two', 'one\ntwo'],
    ['one\r\ntwo\rthree\nfour', 'one\ntwo\nthree\nfour'],
    ['\t\u000b one \f\u2029', 'one'],
  ])('%j', (typed, stored) => expect(cleanLines(typed)).toBe(stored))
})

test('control characters and marks that turn the direction of text are left out', () => {
  expect(cleanLines('a\u0000b\u001bc\u009fd\u202ee\u2066f\u007f')).toBe('abcdef')
})
