import * as v from 'valibot'
import { genders } from '#features/profile/contract.ts'
import { codeDigits, passwordLength, type ProviderName } from '#features/auth/contract.ts'
import { emailInput, spellEmail } from '#shared/text/email-address.ts'
import { asciiDigits } from '#shared/i18n/digits.ts'
import type { LocaleCode } from '#shared/i18n/locales.ts'
import { birthDateInput, isAdult } from '#shared/birth-date.ts'
import { firstNameInput } from '#shared/text/first-name.ts'
import { lengthOf } from '#shared/text/cut.ts'
import { isTimeZone } from '#shared/time-zone.ts'

/** A checkbox posts 'on', a script may send true. The default matters: a missing key would skip the check. */
const consent = v.pipe(
  v.optional(v.unknown(), false),
  v.check((value) => value === 'on' || value === true, 'consent'),
)

export type SignUpFacts = {
  locale: LocaleCode
  now: number
  /** The visitor's likely time zone, for a browser that does not send one. */
  timeZone: string
  isCommonPassword: (password: string) => boolean
  /** The provider that vouches for this browser's visitor, so that no password is required. */
  provider: ProviderName | null
}

/** A new password, wherever one is chosen. Callers who have the email address check by `isEmail` that it is not the password. */
export function passwordInput(isCommonPassword: (password: string) => boolean) {
  return v.pipe(
    v.string('invalid'),
    v.nonEmpty('required'),
    v.check((password) => lengthOf(password) >= passwordLength.min, 'password-short'),
    v.check((password) => lengthOf(password) <= passwordLength.max, 'password-long'),
    v.check((password) => !isCommonPassword(password), 'password-common'),
  )
}

/** Returns whether a password is the account's address, in any spelling: the stored one is not the one that people type. */
export const isEmail = (password: string, email: string): boolean => spellEmail(password) === email

/** '' if a provider vouches; it can never be used to sign in. */
const noPassword = v.pipe(
  v.optional(v.unknown(), ''),
  v.transform(() => ''),
)

/**
 * Builds the sign-up form's schema from the facts that its rules need. Every field reports its own error. A form that names the
 * vouching provider has no password; once those claims have expired, it needs one like any other.
 */
export function signUpInput(facts: SignUpFacts) {
  return v.lazy((input) => signUpFields(facts, facts.provider !== null && namedProvider(input) === facts.provider))
}

function namedProvider(input: unknown): unknown {
  return typeof input === 'object' && input !== null && 'provider' in input ? input.provider : null
}

function signUpFields({ locale, now, timeZone: guess, isCommonPassword }: SignUpFacts, isVouchedFor: boolean) {
  const fields = v.object({
    email: emailInput,
    password: isVouchedFor ? noPassword : passwordInput(isCommonPassword),
    firstName: firstNameInput,
    birthDate: birthDateInput(locale),
    gender: v.pipe(v.optional(v.string('choice'), ''), v.picklist(genders, 'choice')),
    seeks: v.pipe(
      v.optional(v.array(v.picklist(genders, 'choice'), 'choice'), []),
      v.minLength(1, 'choice'),
      v.transform((chosen) => genders.filter((gender) => chosen.includes(gender))),
    ),
    terms: consent,
    sensitiveData: consent,
    /** Spec §7: registers and emails the code, but starts no session. Only scripts send it. */
    preventLogin: v.pipe(
      v.optional(v.unknown(), false),
      v.transform((value) => value === true),
    ),
    timeZone: v.pipe(
      v.optional(v.string(), ''),
      v.transform((name) => (isTimeZone(name) ? name : guess)),
    ),
  })
  return v.pipe(
    fields,
    v.forward(
      v.partialCheck([['email'], ['password']], ({ email, password }) => !isEmail(password, email), 'password-email'),
      ['password'],
    ),
    v.forward(
      v.partialCheck([['birthDate'], ['timeZone']], ({ birthDate, timeZone }) => isAdult(birthDate, now, timeZone), 'too-young'),
      ['birthDate'],
    ),
  )
}
export type SignUpInput = v.InferOutput<ReturnType<typeof signUpInput>>

/** The secret of the email's link; a hidden field of a guest's form. */
const linkToken = v.optional(v.pipe(v.string('invalid'), v.maxLength(64, 'invalid')))

const code = v.pipe(
  v.string('invalid'),
  v.nonEmpty('required'),
  v.maxLength(32, 'code'),
  v.transform((text) => asciiDigits(text).replaceAll(/\D/g, '')),
  v.length(codeDigits, 'code'),
)

export const verifyInput = v.object({
  code,
  t: linkToken,
  /**
   * Password of the sign-up, which a browser that has not registered must send. Only its length is checked, because it was
   * accepted then.
   */
  password: v.optional(v.pipe(v.string('invalid'), v.maxLength(1024, 'password-long')), ''),
})
export type VerifyInput = v.InferOutput<typeof verifyInput>

/**
 * As `verifyInput`, with a new password in place of the sign-up's, for a person who has an email's link. Somebody else may have
 * signed up, so both consents are requested again.
 */
export const verifyAgainInput = (isCommonPassword: (password: string) => boolean) =>
  v.object({
    code,
    t: v.nonOptional(linkToken),
    password: passwordInput(isCommonPassword),
    terms: consent,
    sensitiveData: consent,
  })
export type VerifyAgainInput = v.InferOutput<ReturnType<typeof verifyAgainInput>>

/** A checkbox that is required only if its text is new to the member. */
const maybeConsent = v.pipe(
  v.optional(v.unknown(), false),
  v.transform((value) => value === 'on' || value === true),
)

/** The consents that are requested again; `shown`: the texts that the form showed (`shownAs`). */
export const agreeAgainInput = v.object({
  terms: maybeConsent,
  sensitiveData: maybeConsent,
  shown: v.pipe(
    v.string('invalid'),
    v.maxLength(400, 'invalid'),
    v.transform((texts) => texts.split(',')),
  ),
  next: v.optional(v.string()),
})
export type AgreeAgainInput = v.InferOutput<typeof agreeAgainInput>

export const resendInput = v.object({ t: linkToken })
export type ResendInput = v.InferOutput<typeof resendInput>
