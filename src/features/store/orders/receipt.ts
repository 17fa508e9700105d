import type { Currency } from '#shared/currency.ts'
import { formatMoney, formatRate } from '#shared/i18n/format-money.ts'
import type { Translator } from '#shared/i18n/translator.ts'
import { share } from '#features/store/money.ts'
import type { OrderView } from '#features/store/order-view.ts'
import { countedProduct } from '#shared/text/product-name.ts'

type Words = Pick<Translator, 't' | 'tn' | 'format' | 'locale'>
/** `key`: stable, for lists. `isTotal`: the sum of the other rows. */
export type ReceiptRow = { key: string; label: string; value: string; isTotal?: boolean }

/** Who sold what and when: the same on the page and in the email. Missing facts are omitted. */
export function receiptFacts({ id, seller, receiptNumber, placedAt, paidAt }: OrderView, { t, format }: Words): ReceiptRow[] {
  const facts = {
    seller: seller.name,
    address: seller.address,
    register: seller.register,
    taxNumber: seller.taxNumber,
    contact: seller.contactEmail,
    number: receiptNumber === null ? null : format.number(receiptNumber),
    date: paidAt === null ? null : format.date(paidAt),
    placed: paidAt === null ? format.date(placedAt) : null,
    id,
  } as const
  const keys = ['seller', 'address', 'register', 'taxNumber', 'contact', 'number', 'date', 'placed', 'id'] as const
  return keys.flatMap((key) => {
    const value = facts[key]
    return value === null ? [] : [{ key, label: t(`orders.receipt.${key}`), value }]
  })
}

/** The sums below the lines of a receipt, with the refunded amount. */
export function receiptSums(order: OrderView, { t, format, locale }: Words): ReceiptRow[] {
  const { currency, gross, discount, promoCode, net, taxRate, tax, total, refund } = order
  const money = (amount: number) => formatMoney(locale, amount, currency)
  const row = (key: string, label: string, amount: number) => ({ key, label, value: money(amount) })
  const rate = formatRate(locale, taxRate)
  return [
    ...(discount > 0
      ? [
          row('subtotal', t('orders.receipt.subtotal'), gross),
          row('discount', t('orders.receipt.discount', { code: promoCode ?? '' }), -discount),
        ]
      : []),
    row('net', t('orders.receipt.net'), net),
    row('tax', t('orders.receipt.tax', { rate }), tax),
    { ...row('total', t('orders.receipt.total'), total), isTotal: true },
    ...(refund
      ? [
          row('refund', t('orders.receipt.refund', { date: format.date(refund.at) }), -refund.amount),
          row('refundTax', t('orders.receipt.refundTax'), -taxIn(refund.amount, taxRate)),
          { ...row('kept', t('orders.receipt.kept'), total - refund.amount), isTotal: true },
        ]
      : []),
  ]
}

const taxIn = (amount: number, taxRate: number) => amount - share(amount, 10_000, 10_000 + taxRate)

/** The lines of a receipt as text: `2 × Boost` and its amount. */
export function receiptLines({ lines, currency }: OrderView, words: Words): ReceiptRow[] {
  return lines.map(({ id, gross, ...line }) => ({
    key: id,
    label: countedProduct(words, line),
    value: money(gross, currency, words),
  }))
}

const money = (amount: number, currency: Currency, { locale }: Words) => formatMoney(locale, amount, currency)
