import * as v from 'valibot'
import { providerNames } from '../contract.ts'

export const startInput = v.object({ next: v.optional(v.string()) })
export const unlinkInput = v.object({ provider: v.picklist(providerNames, 'choice') })
/** No rule but a length that hashing can bear: what was a password once must still be one. */
export const confirmInput = v.object({
  password: v.pipe(v.string('invalid'), v.nonEmpty('required'), v.maxLength(1024, 'password-long')),
})
