import { AppError } from '#shared/errors.ts'
import { href } from '#shared/routing/href.ts'
import { routes } from '#shared/routing/routes.ts'
import { resendAfterMs } from '#features/auth/contract.ts'
import { type ResendInput, type VerifyInput } from './schemas.ts'
import { continueSession, rememberDevice, viewerOf, type Subject } from '#features/auth/session/server/public.ts'
import type { ActionResult } from '#server/actions/action.ts'
import type { AppContext } from '#server/context.ts'
import { newEmailSecrets } from './code.ts'
import { expired, makeAccount, requireRightCode, toSignIn } from './confirm-code.ts'
import { sendCode } from './emails.ts'
import { addCode, findRegistrationStatement, isMember } from './queries.ts'
import { emailAttempts } from './sign-up.ts'
import { verifyElsewhere } from './verify-elsewhere.ts'
import { attemptLimits, requireAttempt } from '#server/limits/attempts.ts'

/** Takes the six digits: the right ones create the account, and the registering browser continues as the member. */
export async function verifyEmail(c: AppContext, input: VerifyInput): Promise<ActionResult> {
  const own = ownSession(c)
  if (!own) return verifyElsewhere(c, { ...input, t: requireLink(input.t) })
  const registration = await requireRightCode(c, { registrationId: own.sub }, input.code)
  // The same form was sent twice: the first request has created the account.
  if (!registration) return (await goOn(c, own)) ?? signInOr410(c, own)
  await makeAccount(c, registration, { sid: own.sid })
  return (await goOn(c, own)) ?? toSignIn(c, 'verified')
}

/**
 * Handles a registration that another browser has confirmed, for example through the email's link: the password signs this one in
 * too.
 */
async function signInOr410(c: AppContext, own: Subject | null): Promise<ActionResult> {
  if (own && (await isMember(c.get('db'), own.sub))) return toSignIn(c, 'verified')
  throw expired()
}

/** Continues the session as the member's. Null if it has not become one: it was signed out, or another browser confirmed. */
async function goOn(c: AppContext, own: Subject): Promise<ActionResult | null> {
  const subject: Subject = { ...own, kind: 'member' }
  const user = await viewerOf(c, subject)
  if (!user) return null
  const token = await continueSession(c, subject)
  await rememberDevice(c, subject.sub)
  return { to: href(routes.questionnaire, {}, { locale: c.get('locale').code }), data: { token, user } }
}

/** Sends another email; codes of earlier ones keep working until they expire, in whatever order they arrive. */
export async function resendCode(c: AppContext, input: ResendInput): Promise<ActionResult> {
  const db = c.get('db')
  const now = c.get('now')
  const own = ownSession(c)
  const holder = own ? { registrationId: own.sub } : { linkToken: requireLink(input.t) }
  const [registration] = await findRegistrationStatement(db, holder, now)
  if (!registration) return signInOr410(c, own)
  if (registration.codeSentAt > now - resendAfterMs) throw tooFresh()
  await requireAttempt(db, emailAttempts(registration.email), attemptLimits.emails, now)
  const secrets = await newEmailSecrets(c.env, registration.id)
  if (!(await addCode(db, registration.id, secrets, now))) throw tooFresh() // two requests at once
  // The owner of a known address has already had an email; another would only bother them.
  if (!registration.decoy) sendCode(c, registration.id, secrets)
  const { code: locale } = c.get('locale')
  // A guest continues with the link of the new email, in whatever browser opens it.
  if (!own) return { ...toSignIn(c, 'sent'), status: 202 }
  return { to: href(routes.emailVerify, {}, { locale, query: { step: 'sent' } }), status: 202 }
}

function ownSession(c: AppContext): Subject | null {
  const session = c.get('session')
  return session?.kind === 'registration' ? { sub: session.sub, sid: session.sid, kind: session.kind } : null
}

function requireLink(linkToken: string | undefined): string {
  if (linkToken) return linkToken
  throw new AppError('Neither a session nor a link', { status: 401, code: 'unauthorized' })
}

function tooFresh(): AppError {
  return new AppError('The last email is too recent', { status: 429, code: 'too-many' })
}
