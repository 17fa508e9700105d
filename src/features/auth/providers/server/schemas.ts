import * as v from 'valibot'
import { providerNames } from '#features/auth/contract.ts'

export const startInput = v.object({ next: v.optional(v.string()) })
export const unlinkInput = v.object({ provider: v.picklist(providerNames, 'choice') })
/** The only rule is a length that hashing can handle: every password that was accepted once must still pass. */
export const confirmInput = v.object({
  password: v.pipe(v.string('invalid'), v.nonEmpty('required'), v.maxLength(1024, 'password-long')),
  /** The page that asked; by default the settings of the account. */
  next: v.optional(v.string()),
})
