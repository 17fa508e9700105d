import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { currencies, isCurrency } from '#shared/currency.ts'
import { currencyFor, divide, share } from './money.ts'

const amount = fc.integer({ min: 0, max: 2_000_000_000 })
const seed = 20261124

describe('the currency', () => {
  test('is the country’s, and where that has none of ours the language’s', () => {
    expect([currencyFor('PL', 'en'), currencyFor('DE', 'uk'), currencyFor('BR', 'pt')]).toEqual(['PLN', 'EUR', 'BRL'])
    expect([currencyFor('JP', 'cs'), currencyFor(null, 'en-us'), currencyFor(null, 'tr')]).toEqual(['CZK', 'USD', 'TRY'])
  })

  test('is one of nine', () => {
    expect(currencies).toHaveLength(9)
    expect([isCurrency('GBP'), isCurrency('gbp'), isCurrency('JPY')]).toEqual([true, false, false])
  })
})

describe('a divided amount', () => {
  test('keeps every unit, and no part is more than one unit from its exact share', () => {
    fc.assert(
      fc.property(amount, fc.array(amount, { minLength: 1, maxLength: 12 }), (whole, weights) => {
        const parts = divide(whole, weights)
        const sum = weights.reduce((total, weight) => total + weight, 0)
        expect(parts.reduce((total, part) => total + part, 0)).toBe(sum === 0 ? 0 : whole)
        for (const [index, weight] of weights.entries())
          if (sum > 0) expect(Math.abs((parts[index] ?? 0) - (whole / sum) * weight)).toBeLessThan(1.001)
      }),
      { seed },
    )
  })

  test('gives what is left to the largest remainders', () => {
    expect(divide(100, [1, 1, 1])).toEqual([34, 33, 33])
    expect(divide(5, [1, 2])).toEqual([2, 3])
    expect(divide(5, [0, 0])).toEqual([0, 0])
  })
})

test('a share is rounded to the nearest unit, halves up', () => {
  expect([share(5, 1, 2), share(4, 1, 3), share(1200, 10_000, 12_000), share(0, 1, 7)]).toEqual([3, 1, 1000, 0])
})
