import { AppError } from '#shared/errors.ts'
import { href } from '#shared/routing/href.ts'
import { routes } from '#shared/routing/routes.ts'
import type { SignInStep } from '#features/auth/contract.ts'
import type { ActionResult } from '#server/actions/action.ts'
import type { AppContext } from '#server/context.ts'
import { noteSecurity } from '#server/security-events.ts'
import { isRightCode } from './code.ts'
import {
  createAccount,
  isAddressTaken,
  isIdentityTaken,
  takeCodeTry,
  type Confirmation,
  type Holder,
  type Registration,
} from './queries.ts'
import { countCodeAttempt } from '#server/limits/code-attempts.ts'

/**
 * Returns the registration with this code, or null if it can no longer be tried. Counted by network and by email before it is
 * compared.
 */
export async function requireRightCode(c: AppContext, holder: Holder, code: string): Promise<Registration | null> {
  const attempt = await countCodeAttempt(c)
  const taken = await takeCodeTry(c.get('db'), holder, c.get('now'))
  if (!taken) {
    await attempt.giveBack() // not compared
    return null
  }
  const { registration, emails } = taken
  // Both are computed before either is used, so that a decoy's refusal takes as long as any other.
  const isRight = await isRightCode(c.env, registration.id, emails, code)
  if (registration.decoy || !isRight) {
    noteSecurity(c, { kind: 'code-refused', account: registration.email, what: 'sign-up' })
    throw wrongCode()
  }
  await attempt.giveBack()
  return registration
}

/** Creates the account of a confirmed registration. */
export async function makeAccount(c: AppContext, registration: Registration, confirmation: Confirmation): Promise<void> {
  try {
    await createAccount(c.get('db'), registration, confirmation, c.get('now'))
  } catch (error) {
    // Another registration of this address was confirmed at the same moment; this one is now a decoy.
    if (await isAddressTaken(c.get('db'), registration.email)) throw wrongCode()
    if (await isIdentityTaken(c.get('db'), registration))
      throw new AppError('The provider account is linked to another member now', { status: 409, code: 'conflict' })
    throw error
  }
}

export function toSignIn(c: AppContext, step: SignInStep): ActionResult {
  return { to: href(routes.signIn, {}, { locale: c.get('locale').code, query: { step } }) }
}

export function expired(): AppError {
  return new AppError('The code has expired, was tried too often, or its registration is gone', { status: 410, code: 'expired' })
}

function wrongCode(): AppError {
  return new AppError('Wrong code', { status: 422, code: 'wrong-code', fields: { code: 'wrong-code' } })
}
