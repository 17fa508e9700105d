import { AppError } from '#shared/errors.ts'
import { href } from '#shared/href.ts'
import { routes } from '#shared/routes.ts'
import { resendAfterMs, type ResendInput, type VerifyInput } from '#features/registration/contract.ts'
import {
  attemptLimits,
  continueSession,
  rememberDevice,
  findViewerStatement,
  requireAttempt,
  toViewer,
  type Subject,
} from '#features/session/server/public.ts'
import type { SignInStep } from '#features/session/contract.ts'
import type { ActionResult } from '#worker/http/action.ts'
import type { AppContext } from '#worker/http/context.ts'
import { isRightCode, newLetterSecrets } from './code.ts'
import { sendCode } from './letters.ts'
import {
  createAccount,
  findRegistrationStatement,
  isAddressTaken,
  isIdentityTaken,
  isMember,
  replaceCode,
  takeCodeTry,
  type Holder,
  type Registration,
} from './queries.ts'
import { letterAttempts } from './sign-up.ts'

/** The six digits: the right ones make the account. The registering browser goes on as the member, a guest signs in. */
export async function verifyEmail(c: AppContext, input: VerifyInput): Promise<ActionResult> {
  const db = c.get('db')
  const now = c.get('now')
  const own = ownSession(c)
  const holder = requireHolder(own, input.t)
  const registration = await takeCodeTry(db, holder, now)
  if (!registration) {
    // The same form sent twice: the first one has made the account.
    const done = own && (await goOn(c, own))
    return done || (await signInOr410(c, own))
  }
  // Both are computed before they are asked, so that a decoy's refusal takes as long as any other.
  const isRight = await isRightCode(c.env, registration, input.code)
  if (registration.decoy || !isRight) throw wrongCode()
  await makeAccount(c, registration, own?.sid ?? null)
  const goingOn = own && (await goOn(c, own))
  if (goingOn) return goingOn
  return toSignIn(c, 'verified')
}

/** Another browser has confirmed the address, for example through the letter's link: the password opens this one too. */
async function signInOr410(c: AppContext, own: Subject | null): Promise<ActionResult> {
  if (own && (await isMember(c.get('db'), own.sub))) return toSignIn(c, 'verified')
  throw new AppError('The code has expired, was tried too often, or its registration is gone', { status: 410, code: 'expired' })
}

function toSignIn(c: AppContext, step: SignInStep): ActionResult {
  return { to: href(routes.signIn, {}, { locale: c.get('locale').code, query: { step } }) }
}

async function makeAccount(c: AppContext, registration: Registration, sid: string | null): Promise<void> {
  try {
    await createAccount(c.get('db'), registration, sid, c.get('now'))
  } catch (error) {
    // Another registration of this address was verified at the same moment; this one is a decoy from now on.
    if (await isAddressTaken(c.get('db'), registration.email)) throw wrongCode()
    if (await isIdentityTaken(c.get('db'), registration))
      throw new AppError('The provider account is linked to another member now', { status: 409, code: 'conflict' })
    throw error
  }
}

/** The session as the member's, or null when it has not become one: it was signed out, or another browser verified. */
async function goOn(c: AppContext, own: Subject): Promise<ActionResult | null> {
  const subject: Subject = { ...own, kind: 'member' }
  const user = toViewer(await findViewerStatement(c.get('db'), subject, c.get('now')))
  if (!user) return null
  const token = await continueSession(c, subject)
  await rememberDevice(c, subject.sub)
  return { to: href(routes.questionnaire, {}, { locale: c.get('locale').code }), data: { token, user } }
}

/** Another letter, whose code replaces the one before. */
export async function resendCode(c: AppContext, input: ResendInput): Promise<ActionResult> {
  const db = c.get('db')
  const now = c.get('now')
  const own = ownSession(c)
  const [registration] = await findRegistrationStatement(db, requireHolder(own, input.t), now)
  if (!registration) return signInOr410(c, own)
  if (registration.codeSentAt > now - resendAfterMs) throw tooFresh()
  await requireAttempt(db, letterAttempts(registration.email), attemptLimits.letters, now)
  const secrets = await newLetterSecrets(c.env, registration.id)
  if (!(await replaceCode(db, registration.id, secrets, now))) throw tooFresh() // two requests at once
  // The owner of a known address has had their letter; more would only trouble them.
  if (!registration.decoy) sendCode(c, registration, secrets)
  const { code: locale } = c.get('locale')
  // A guest's link has just been replaced, so its page is gone.
  if (!own) return { ...toSignIn(c, 'sent'), status: 202 }
  return { to: href(routes.emailVerify, {}, { locale, query: { step: 'sent' } }), status: 202 }
}

function ownSession(c: AppContext): Subject | null {
  const session = c.get('session')
  return session?.kind === 'registration' ? { sub: session.sub, sid: session.sid, kind: session.kind } : null
}

function requireHolder(own: Subject | null, linkToken: string | undefined): Holder {
  if (own) return { registrationId: own.sub }
  if (linkToken) return { linkToken }
  throw new AppError('Neither a session nor a link', { status: 401, code: 'unauthorized' })
}

function tooFresh(): AppError {
  return new AppError('The last letter is too fresh', { status: 429, code: 'too-many' })
}

function wrongCode(): AppError {
  return new AppError('Wrong code', { status: 422, code: 'wrong-code', fields: { code: 'code' } })
}
