import * as v from 'valibot'
import { currencies } from '#shared/currency.ts'
import { asciiDigits } from '#shared/i18n/digits.ts'
import { readCardExpiry } from '../card-expiry.ts'
import { productIds } from '../products.ts'
import { normalizeCode } from '../promo.ts'
import { quantityAtMost } from '../totals.ts'

const id = v.pipe(v.string('required'), v.regex(/^[\w-]{1,64}$/, 'invalid'))
/** Forms send text; only whole numbers without a sign, an exponent or a point are valid. */
const wholeNumber = v.pipe(
  v.union([v.number(), v.pipe(v.string(), v.regex(/^\d{1,12}$/, 'invalid'), v.transform(Number))], 'invalid'),
  v.safeInteger('invalid'),
  v.minValue(0, 'invalid'),
)
const currency = v.picklist(currencies, 'choice')

export const lineInput = v.object({
  product: v.picklist(productIds, 'choice'),
  quantity: v.pipe(wholeNumber, v.maxValue(quantityAtMost, 'invalid')),
})
export const promoInput = v.object({
  /** An empty code removes the current one. */
  promo: v.pipe(v.optional(v.string('invalid'), ''), v.maxLength(64, 'too-long'), v.transform(normalizeCode)),
})
export const currencyInput = v.object({ currency })
/** What the page showed: the order is placed only for that. Prices and quantities are computed by the server. */
export const checkoutInput = v.object({ key: id, currency, total: wholeNumber })
/** The order is identified by the form's key. */
export const settleInput = v.object({ order: id })

const digits = (least: number, most: number) =>
  v.pipe(
    v.string('required'),
    v.transform((text) => asciiDigits(text).replaceAll(/[\s-]/g, '')),
    v.nonEmpty('required'),
    v.regex(new RegExp(`^\\d{${least},${most}}$`), 'invalid'),
  )
export const cardInput = v.object({
  session: id,
  card: digits(12, 19),
  // Without a script, or before it has loaded, nothing formats what is typed.
  expiry: v.pipe(v.string('required'), v.nonEmpty('required'), v.transform(readCardExpiry), v.string('invalid')),
  code: digits(3, 4),
})
export const bankInput = v.object({ session: id, bank: v.picklist(['confirm', 'refuse'], 'choice') })
/** `amount`: what the confirmation showed. */
export const withdrawInput = v.object({ order: id, amount: wholeNumber })
