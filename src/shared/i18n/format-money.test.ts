import { expect, test } from 'vitest'
import { formatMoney } from './format-money.ts'
import { locales } from './locales.ts'

test('the negative of nothing has no minus, in any language', () => {
  for (const locale of locales) expect(formatMoney(locale, -0, 'GBP')).toBe(formatMoney(locale, 0, 'GBP'))
  expect(formatMoney({ lang: 'en-GB' }, -0, 'GBP')).toBe('£0.00')
  expect(formatMoney({ lang: 'en-GB' }, -1, 'GBP')).toBe('-£0.01')
})
