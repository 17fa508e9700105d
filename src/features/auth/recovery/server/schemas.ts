import * as v from 'valibot'
import { passwordInput } from '#features/auth/sign-up/server/public.ts'
import { emailInput } from '#shared/text/email-address.ts'
import { asciiDigits } from '#shared/i18n/digits.ts'
import { codeDigits } from '#features/auth/contract.ts'

type IsCommon = (password: string) => boolean

/** Ids and tokens created by this server; anything of another form cannot exist. */
const ownKey = v.pipe(v.string('invalid'), v.maxLength(64, 'invalid'))

const code = v.pipe(
  v.string('invalid'),
  v.nonEmpty('required'),
  v.maxLength(32, 'code'),
  v.transform((text) => asciiDigits(text).replaceAll(/\D/g, '')),
  v.length(codeDigits, 'code'),
)

/** The only rule is a length that hashing can handle: every password that was accepted once must still pass. */
const presentPassword = v.optional(v.pipe(v.string('invalid'), v.maxLength(1024, 'password-long')), '')

function hasLink(input: unknown): boolean {
  return typeof input === 'object' && input !== null && 't' in input && input.t !== ''
}

export const nothingInput = v.object({})
export const askResetInput = v.object({ email: emailInput })
export const resendResetInput = v.object({ c: ownKey })
/** The link's secret, if an email's link opened the page; otherwise the code. */
export const resetInput = (isCommon: IsCommon) => {
  const password = passwordInput(isCommon)
  const byLink = v.object({ c: ownKey, t: ownKey, password })
  const byCode = v.object({ c: ownKey, code, password })
  return v.lazy((input) => (hasLink(input) ? byLink : byCode))
}
export const undoInput = v.object({ t: ownKey })
export const emailChangeInput = v.object({ email: emailInput, password: presentPassword })
export const confirmEmailInput = v.object({ code })
export const passwordChangeInput = (isCommon: IsCommon) =>
  v.object({ currentPassword: presentPassword, password: passwordInput(isCommon) })
export const endDevicesInput = v.object({ id: ownKey, password: presentPassword })

export type ResetInput = v.InferOutput<ReturnType<typeof resetInput>>
export type PasswordChangeInput = v.InferOutput<ReturnType<typeof passwordChangeInput>>
export type EndDevicesInput = v.InferOutput<typeof endDevicesInput>
export type EmailChangeInput = v.InferOutput<typeof emailChangeInput>
