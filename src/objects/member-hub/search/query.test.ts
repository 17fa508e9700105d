import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { matchExpression, soughtWords } from './query.ts'
import { searchText } from '#features/chat/server/search-text.ts'

const expressionOf = (text: string) => matchExpression(soughtWords(text))

describe('its expression', () => {
  it('asks for all words, the last one by its beginning', () => {
    expect(expressionOf('tea')).toBe('"tea"*')
    expect(expressionOf('green tea ca')).toBe('"green" AND "tea" AND "ca"*')
  })

  it('takes operators and quotes as text', () => {
    expect(expressionOf('tea OR "cake" NOT* (NEAR)')).toBe('"tea" AND "or" AND "cake" AND "not" AND "near"*')
  })

  it('asks for words with joints by their parts or as a whole, and for umlauts in both ways', () => {
    expect(expressionOf('об’єкт')).toBe('("об єкт"* OR "обєкт"*)')
    expect(expressionOf('Müller-Lüd a_b')).toBe(
      '("muller lud" OR "mullerlud" OR "mueller" OR "lued" OR "muellerlued") AND "a b"*',
    )
  })

  it('is null without an alphabetic character or a digit', () => {
    for (const text of ['"', '*', '()', '🙂', '-- ; ^ :', "'", '\u0301', '\u200d']) expect(expressionOf(text)).toBeNull()
  })

  it('leaves no quote open', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 100 }), (typed) => {
        const expression = expressionOf(searchText(typed) ?? '')
        const parts = (expression ?? '').split('"')
        expect(parts.length % 2).toBe(1)
        const phrases = parts.filter((_, index) => index % 2 === 1)
        expect(phrases.filter((phrase) => /[\u0000-\u001f\u0021-\u002f]/.test(phrase))).toEqual([])
      }),
    )
  })
})
