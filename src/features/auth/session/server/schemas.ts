import * as v from 'valibot'
import { emailInput } from '#shared/text/email-address.ts'

export const signInInput = v.object({
  email: emailInput,
  /** The only rule is a length that hashing can handle: every password that was accepted once must still pass. */
  password: v.pipe(v.string('invalid'), v.nonEmpty('required'), v.maxLength(1024, 'password-long')),
  /** The page to open after signing in. */
  next: v.optional(v.string()),
})
export type SignInInput = v.InferOutput<typeof signInInput>
