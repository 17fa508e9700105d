import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { currencies } from '#shared/currency.ts'
import { leastPayment } from './money.ts'
import { normalizeCode, refusePromo, type Promo } from './promo.ts'
import { priceSeeds } from './server/product-seeds.ts'
import { totalsOf, type CartLine } from './totals.ts'

const free: Omit<Promo, 'reduction'> = { code: 'HELLO', usesAtMost: null, perMemberAtMost: null, startsAt: null, endsAt: null }
const percent = (of: number): Promo => ({ ...free, reduction: { percent: of } })
const off = (amounts: Extract<Promo['reduction'], { amounts: unknown }>['amounts']): Promo => ({
  ...free,
  reduction: { amounts },
})
const cart: CartLine[] = [
  { product: 'boost-5', quantity: 2, unitPrice: 999 },
  { product: 'premium-1', quantity: 1, unitPrice: 1299 },
]

const promo = fc.option(
  fc.oneof(
    fc.integer({ min: 1, max: 100 }).map(percent),
    fc.integer({ min: 1, max: 90_000 }).map((PLN) => off({ PLN })),
  ),
)

describe('the totals', () => {
  test('are the lines’, with the tax that they hold', () => {
    expect(totalsOf(cart, null, 'GBP', 2000)).toMatchObject({ gross: 3297, discount: 0, total: 3297, net: 2748, tax: 549 })
    expect(totalsOf([], null, 'GBP', 2000)).toMatchObject({ gross: 0, total: 0, net: 0, tax: 0, lines: [] })
  })

  test('hold a percentage, and an amount that never passes the cart’s', () => {
    expect(totalsOf(cart, percent(10), 'GBP', 2000)).toMatchObject({ discount: 330, total: 2967 })
    expect(totalsOf(cart, off({ GBP: 500 }), 'GBP', 0)).toMatchObject({ discount: 500, total: 2797, net: 2797, tax: 0 })
    expect(totalsOf(cart, off({ GBP: 99_999 }), 'GBP', 2000)).toMatchObject({ discount: 3297, total: 0, net: 0, tax: 0 })
    expect(totalsOf(cart, off({ EUR: 500 }), 'GBP', 2000)).toMatchObject({ discount: 0 })
  })

  test('add up in every currency, whatever the cart, the code and the rate', () => {
    const line = fc.record({
      product: fc.constantFrom('boost-1', 'likes-20', 'premium-12'),
      quantity: fc.integer({ min: 1, max: 20 }),
      unitPrice: fc.integer({ min: 1, max: 500_000 }),
    })
    const input = [
      fc.array(line, { maxLength: 20 }),
      promo,
      fc.constantFrom(...currencies),
      fc.integer({ min: 0, max: 2700 }),
    ] as const
    fc.assert(
      fc.property(...input, (lines, code, currency, rate) => {
        const totals = totalsOf(lines, code, currency, rate)
        expect(totals.net + totals.tax).toBe(totals.total)
        expect(totals.gross - totals.discount).toBe(totals.total)
        expect(totals.lines.reduce((sum, { paid }) => sum + paid, 0)).toBe(totals.total)
        for (const { gross, discount, paid } of totals.lines) {
          expect(paid).toBeGreaterThanOrEqual(0)
          expect(gross - discount).toBe(paid)
        }
      }),
      { seed: 20261124 },
    )
  })
})

describe('the least that can be paid', () => {
  test('is what each product costs, in every currency', () => {
    for (const { currency, amount } of priceSeeds) expect(amount).toBeGreaterThanOrEqual(leastPayment[currency])
  })

  test('is what a code leaves, or nothing is to be paid', () => {
    const input = [fc.integer({ min: 100, max: 50_000 }), promo, fc.constantFrom(...currencies)] as const
    fc.assert(
      fc.property(...input, (unitPrice, code, currency) => {
        const { total } = totalsOf([{ product: 'x', quantity: 1, unitPrice }], code, currency, 2000)
        if (code && unitPrice >= leastPayment[currency]) expect(total === 0 || total >= leastPayment[currency]).toBe(true)
      }),
      { seed: 20261127 },
    )
    const left = (unitPrice: number) => totalsOf([{ product: 'x', quantity: 1, unitPrice }], off({ GBP: 70 }), 'GBP', 0).total
    expect([left(99), left(100)]).toEqual([0, 30])
  })
})

describe('a promo code', () => {
  const none = { all: 0, byMember: 0 }

  test('is refused before and after its period, and once it is used up', () => {
    const code: Promo = { ...percent(20), startsAt: 10, endsAt: 20, usesAtMost: 3, perMemberAtMost: 1 }
    const at = (now: number, uses = none) => refusePromo(code, uses, 'GBP', now)
    expect([9, 10, 19, 20].map((now) => at(now))).toEqual(['promo-not-yet', null, null, 'promo-over'])
    expect(at(10, { all: 3, byMember: 0 })).toBe('promo-used')
    expect(at(10, { all: 1, byMember: 1 })).toBe('promo-used-by-you')
    expect(refusePromo(null, none, 'GBP', 10)).toBe('promo-unknown')
    expect(refusePromo(off({ EUR: 1 }), none, 'GBP', 10)).toBe('promo-currency')
  })

  test('is the same however it is typed', () => {
    expect([' hello-20 ', 'Hello 20', 'ＨＥＬＬＯ20'].map(normalizeCode)).toEqual(['HELLO20', 'HELLO20', 'HELLO20'])
  })

  test.each([
    'WELCOME\u200b10', 'WELCOME\u201110', 'WELCOME\u201310', 'WELCOME\u221210', '\u2068WELCOME10\u2069', '\u200fwelcome10', '\ufeffWELCOME10',
    'WEL\u00adCOME10', 'WELCOME۱۰', 'WELCOME١٠', 'welcome１０', 'WELCOME१०', '“WELCOME10”', '"welcome10".', 'WELCOME_10', 'WELCОМЕ10', 'wеlcоmе10', 'WELCÓME10',
  ])('is the same from another keyboard or document: %j', (typed) => expect(normalizeCode(typed)).toBe('WELCOME10')) // prettier-ignore

  test.each(['İNDİRİM10', 'indirim10', 'INDIRIM10', 'ındırım10', 'I\u0307NDİRİM10'])(
    'is the same with a Turkish i: %s',
    (typed) => expect(normalizeCode(typed)).toBe('INDIRIM10'),
  )

  test('is another if a character of it is', () => {
    expect(normalizeCode('WELCOME11')).toBe('WELCOME11')
    expect(normalizeCode('WELCOME10/2')).toBe('WELCOME10/2')
  })
})
