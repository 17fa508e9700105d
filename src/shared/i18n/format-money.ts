import type { Currency } from '../currency.ts'
import { numberFormat } from '../intl/formats.ts'
import type { LocaleEntry } from './locales.ts'

/**
 * Formats an amount of minor units in the locale; all currencies of the store have two decimals. Intl has the usual sign of each
 * language's own currency, except for Romanian, where readers know 'lei' and not 'RON'.
 */
export function formatMoney({ lang }: Pick<LocaleEntry, 'lang'>, minor: number, currency: Currency): string {
  const currencyDisplay = lang === 'ro' && currency === 'RON' ? 'narrowSymbol' : 'symbol'
  // The addition turns negative zero into zero, which has no minus sign.
  return numberFormat(lang, { style: 'currency', currency, currencyDisplay }).format((minor + 0) / 100)
}

/** Formats a tax rate, in hundredths of a percent: 2000 is 20 %. */
export function formatRate({ lang }: Pick<LocaleEntry, 'lang'>, rate: number): string {
  return numberFormat(lang, { style: 'percent', maximumFractionDigits: 2 }).format(rate / 10_000)
}
