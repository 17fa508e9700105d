import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bestCommonLanguage, numberLanguages, sumOfRanks } from './languages.ts'

const speaks = (...languages: string[]) => ({ languages })

describe('the language of two', () => {
  test('is the common one that both rank best together', () => {
    expect(bestCommonLanguage(speaks('en', 'de', 'fr'), speaks('fr', 'de'))).toBe('de')
    expect(bestCommonLanguage(speaks('uk', 'en'), speaks('en', 'pl', 'uk'))).toBe('en')
    expect(bestCommonLanguage(speaks('tr', 'en', 'cs'), speaks('cs'))).toBe('cs')
  })

  test('is the one that the first of them prefers when two are equal', () => {
    expect(bestCommonLanguage(speaks('en', 'fr'), speaks('fr', 'en'))).toBe('en')
    expect(bestCommonLanguage(speaks('fr', 'en'), speaks('en', 'fr'))).toBe('fr')
  })

  test('is none when they share none', () => {
    expect(bestCommonLanguage(speaks('en', 'fr'), speaks('de'))).toBeNull()
    expect(sumOfRanks(['en', 'fr'], ['de'])).toBe(Infinity)
  })

  test('is found by masks for as many languages as there may be', () => {
    const anyone = fc
      .uniqueArray(fc.integer({ min: 0, max: 50 }), { minLength: 1, maxLength: 3 })
      .map((numbers) => speaks(...numbers.map((number) => `language-${number}`)))
    fc.assert(
      fc.property(fc.array(anyone, { minLength: 2, maxLength: 60 }), (queue) => {
        const { masks } = numberLanguages(queue)
        for (const [at, one] of queue.entries()) {
          for (const [other, { languages }] of queue.entries()) {
            const shares = one.languages.some((language) => languages.includes(language))
            if (shares) expect((masks[at] ?? 0) & (masks[other] ?? 0)).not.toBe(0)
          }
        }
      }),
      { seed: 20_261_130, numRuns: 100 },
    )
  })

  test('has a bit of its own while there are no more than bits', () => {
    const { masks } = numberLanguages(Array.from({ length: 31 }, (_, number) => speaks(`language-${number}`)))
    expect(new Set(masks).size).toBe(31)
    expect(masks.reduce((all, mask) => all | mask, 0) >>> 0).toBe(0x7fffffff)
  })
})
