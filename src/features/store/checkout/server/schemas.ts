import * as v from 'valibot'
import { currency, id, wholeNumber } from '#features/store/server/fields.ts'
import { asciiDigits } from '#shared/i18n/digits.ts'
import { readCardExpiry } from '../card-expiry.ts'

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
