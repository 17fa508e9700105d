import type { Currency } from '#shared/currency.ts'
import { divide, leastPayment, share } from './money.ts'
import type { Promo } from './promo.ts'

/** A product in a cart, with its current price, in minor units of the cart's currency. */
export type CartLine = { product: string; quantity: number; unitPrice: number }

/** A line of an order: its price, the promo code's discount, and what is paid for it. Amounts include tax. */
export type PricedLine = CartLine & { gross: number; discount: number; paid: number }

/**
 * What is shown and charged. `total` is the sum paid for the lines, tax included: `net` and `tax` add up to it. `taxRate`: in
 * hundredths of a percent, such as 2000 for 20 %.
 */
export type Totals = {
  currency: Currency
  lines: PricedLine[]
  gross: number
  discount: number
  total: number
  taxRate: number
  net: number
  tax: number
}

/** Maximum quantity of one product, and number of different products, in one cart. */
export const quantityAtMost = 20
export const linesAtMost = 20

/** Computes a cart. The same lines, code and rate always give the same result, so that what is shown is what is charged. */
export function totalsOf(lines: readonly CartLine[], promo: Promo | null, currency: Currency, taxRate: number): Totals {
  const gross = lines.map(({ quantity, unitPrice }) => quantity * unitPrice)
  const sum = add(gross)
  const discounts = promo ? divide(discountOf(promo, sum, currency), gross) : gross.map(() => 0)
  const priced = lines.map((line, index) => {
    const [of, off] = [gross[index] ?? 0, discounts[index] ?? 0]
    return { ...line, gross: of, discount: off, paid: of - off }
  })
  const total = add(priced.map(({ paid }) => paid))
  const net = share(total, 10_000, 10_000 + taxRate)
  return { currency, lines: priced, gross: sum, discount: sum - total, total, taxRate, net, tax: total - net }
}

/** If a code leaves less than the minimum payment, it deducts that too: then the total is zero. */
function discountOf({ reduction }: Promo, gross: number, currency: Currency): number {
  const discount = 'percent' in reduction ? share(gross, reduction.percent, 100) : (reduction.amounts[currency] ?? 0)
  return gross - discount < leastPayment[currency] ? gross : discount
}

const add = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0)
