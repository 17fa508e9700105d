import { invalidFields } from '#shared/errors.ts'
import type { ConsentText } from '#features/legal/contract.ts'
import { isEmail, type VerifyAgainInput, type VerifyInput } from './schemas.ts'
import { hashLike, hashPassword, isSameHash, saltOf } from '#server/crypto/password-hash.ts'
import type { ActionResult } from '#server/actions/action.ts'
import type { AppContext } from '#server/context.ts'
import { noteSecurity } from '#server/security-events.ts'
import { expired, makeAccount, requireRightCode, toSignIn } from './confirm-code.ts'
import { describeConsents } from './consents.ts'
import { hasPassword, returnCodeTry, type Registration } from './queries.ts'
import { attemptLimits, requireAttempt } from '#server/limits/attempts.ts'

/*
 * Confirms by an email's link in a browser that did not register. The email proves the address, but not that its reader signed
 * up: a stranger may have, with their own password. So the form takes the password of the sign-up or sets another.
 */

/** Confirms by the password of the sign-up, which only the person who signed up knows. */
export async function verifyElsewhere(c: AppContext, input: VerifyInput & { t: string }): Promise<ActionResult> {
  if (input.password === '') throw invalidFields({ password: 'required' })
  const registration = await findByLink(c, input)
  const { id, passwordHash } = registration
  await requireAttempt(c.get('db'), `verify-password:${id}`, attemptLimits.signIn, c.get('now'))
  // A sign-up by a provider has no password, so none matches.
  if (!isSameHash(passwordHash, await hashLike(input.password, passwordHash))) {
    noteSecurity(c, { kind: 'sign-in-refused', account: registration.email, what: 'verify' })
    throw invalidFields({ password: 'password-wrong' })
  }
  return confirm(c, registration)
}

/**
 * Confirms by a new password. The old one stops working, the provider's account named in the sign-up is not linked, and the
 * registering browser's session ends. The reader may be another person, so their consents replace those of the sign-up.
 */
export async function verifyAgain(c: AppContext, input: VerifyAgainInput): Promise<ActionResult> {
  const registration = await findByLink(c, input)
  if (isEmail(input.password, registration.email)) throw invalidFields({ password: 'password-email' })
  const passwordHash = await hashPassword(input.password, saltOf(registration.passwordHash))
  const consents = await describeConsents(c.env, c.get('locale').code)
  return confirm(c, { ...registration, passwordHash, identity: null }, consents)
}

/** Returns the registration of a link and its code. A right code is not a guess, so it uses up no try. */
async function findByLink(c: AppContext, { t, code }: { t: string; code: string }): Promise<Registration> {
  const registration = await requireRightCode(c, { linkToken: t }, code)
  if (!registration) throw expired()
  await returnCodeTry(c.get('db'), registration.id)
  return registration
}

/** Creates the account without a session: its owner signs in with the password that they know. */
async function confirm(c: AppContext, registration: Registration, consents?: readonly ConsentText[]): Promise<ActionResult> {
  await makeAccount(c, registration, { sid: null, consents })
  // Another request was faster with another password, so this one would not open the account.
  if (!(await hasPassword(c.get('db'), registration.id, registration.passwordHash))) throw expired()
  return toSignIn(c, 'verified')
}
