import * as v from 'valibot'
import { currencies } from '#shared/currency.ts'

export const id = v.pipe(v.string('required'), v.regex(/^[\w-]{1,64}$/, 'invalid'))
/** Forms send text; only whole numbers without a sign, an exponent or a point are valid. */
export const wholeNumber = v.pipe(
  v.union([v.number(), v.pipe(v.string(), v.regex(/^\d{1,12}$/, 'invalid'), v.transform(Number))], 'invalid'),
  v.safeInteger('invalid'),
  v.minValue(0, 'invalid'),
)
export const currency = v.picklist(currencies, 'choice')
