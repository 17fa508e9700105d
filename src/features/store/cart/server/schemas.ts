import * as v from 'valibot'
import { productIds } from '#features/store/products.ts'
import { normalizeCode } from '#features/store/promo.ts'
import { currency, wholeNumber } from '#features/store/server/fields.ts'
import { quantityAtMost } from '#features/store/totals.ts'

export const lineInput = v.object({
  product: v.picklist(productIds, 'choice'),
  quantity: v.pipe(wholeNumber, v.maxValue(quantityAtMost, 'invalid')),
})
export const promoInput = v.object({
  /** '' takes the code out. */
  promo: v.pipe(v.optional(v.string('invalid'), ''), v.maxLength(64, 'too-long'), v.transform(normalizeCode)),
})
export const currencyInput = v.object({ currency })
