import { describe, expect, test } from 'vitest'
import { isMixed, toLatin, toOneAlphabet } from './lookalikes.ts'

describe('a word in two alphabets', () => {
  test.each([
    ['кiт', 'кіт'],
    ['Kиi\u0308в', 'киі\u0308в'],
    ['cаfe', 'cafe'],
    ['νερo', 'νερο'],
    ['tелеfon', null],
    ['iPhoneом', 'iphoneom'],
    ['iPhoneший', null],
    ['кіт', null],
    ['kit', null],
    ['кіт7', null],
    ['', null],
  ])('%s has %s in one', (word, one) => expect(toOneAlphabet(word)).toBe(one))

  test('of the same size takes the other than Latin', () => expect(toOneAlphabet('oб')).toBe('об'))

  test('is seen', () => {
    expect(['кiт', 'νερo', 'ոo'].map(isMixed)).toEqual([true, true, true])
    expect(['кіт', 'kit', 'кит 7', '東京'].map(isMixed)).toEqual([false, false, false, false])
    expect(toLatin('сом')).toBe('com')
  })
})
