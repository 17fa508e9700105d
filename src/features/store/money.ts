import { isCurrency, type Currency } from '#shared/currency.ts'
import { localeNames } from '#shared/i18n/locale-names.ts'
import type { LocaleCode } from '#shared/i18n/locales.ts'

/** ISO 3166 countries whose currency is one of the store's, except those that use the euro. */
const ofCountry: Readonly<Record<string, Currency>> = {
  GB: 'GBP', IM: 'GBP', JE: 'GBP', GG: 'GBP', US: 'USD', PR: 'USD', UA: 'UAH', PL: 'PLN', TR: 'TRY', RO: 'RON', CZ: 'CZK', BR: 'BRL',
} // prettier-ignore
const euroCountries = new Set('AD AT BE BG CY DE EE ES FI FR GR HR IE IT LT LU LV MC ME MT NL PT SI SK SM VA XK'.split(' '))

/** The currency shown to a visitor first: their country's, else their language's. */
export function currencyFor(country: string | null, locale: LocaleCode): Currency {
  const known = country === null ? undefined : euroCountries.has(country) ? 'EUR' : ofCountry[country]
  if (known) return known
  const { currency } = localeNames[locale]
  return isCurrency(currency) ? currency : 'EUR'
}

/**
 * The minimum amount of a payment. Stripe's own minimum, for the currencies for which it names one
 * (docs.stripe.com/currencies#minimum-and-maximum-charge-amounts); in hryvnias and liras, about half a euro.
 */
export const leastPayment: Readonly<Record<Currency, number>> = {
  GBP: 30, USD: 50, EUR: 50, UAH: 3000, PLN: 200, TRY: 3000, RON: 200, CZK: 1500, BRL: 50,
} // prettier-ignore

/**
 * Divides an amount in proportion to weights, to the last minor unit: the rest after rounding goes to the largest remainders, the
 * first of equal ones. The parts add up to the amount. Amount and weights are not negative; if all weights are 0, all parts are
 * 0.
 */
export function divide(amount: number, weights: readonly number[]): number[] {
  const whole = weights.reduce((sum, weight) => sum + weight, 0)
  if (whole === 0) return weights.map(() => 0)
  // Products of two amounts can exceed 2^53.
  const products = weights.map((weight) => BigInt(amount) * BigInt(weight))
  const parts = products.map((product) => Number(product / BigInt(whole)))
  const rests = products.map((product) => product % BigInt(whole))
  let open = amount - parts.reduce((sum, part) => sum + part, 0)
  const byRest = rests
    .map((rest, index) => ({ rest, index }))
    .toSorted((one, other) => (one.rest < other.rest ? 1 : one.rest > other.rest ? -1 : 0))
  for (const { index } of byRest) {
    if (open === 0) break
    parts[index] = (parts[index] ?? 0) + 1
    open--
  }
  return parts
}

/** Half a unit is rounded away from zero; exact, even if the product exceeds 2^53. Neither argument is negative. */
export function share(amount: number, numerator: number, denominator: number): number {
  return Number((BigInt(amount) * BigInt(numerator) * 2n + BigInt(denominator)) / (BigInt(denominator) * 2n))
}
