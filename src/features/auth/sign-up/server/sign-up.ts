import type { Viewer } from '#shared/bootstrap.ts'
import { href } from '#shared/routing/href.ts'
import { routes } from '#shared/routing/routes.ts'
import { signUpInput, type SignUpInput } from './schemas.ts'
import { type SignUpAnswer } from '#features/auth/contract.ts'
import { deleteClaims, findWaitingClaims, type WaitingClaims } from '#features/auth/providers/server/public.ts'
import { findCredentials, startSession } from '#features/auth/session/server/public.ts'
import { hashPassword, saltOf } from '#server/crypto/password-hash.ts'
import { hashToken, newId } from '#server/crypto/secrets.ts'
import type { ActionResult } from '#server/actions/action.ts'
import { isBannedAddress } from '#server/deletions/banned-addresses.ts'
import { clientAddress } from '#server/client-address.ts'
import type { AppContext } from '#server/context.ts'
import { readCookie } from '#server/cookies.ts'
import { newEmailSecrets } from './code.ts'
import { describeConsents } from './consents.ts'
import { sendCode, sendKnownAddress } from './emails.ts'
import { insertRegistration, type NewRegistration } from './queries.ts'
import { isTimeZone } from '#shared/time-zone.ts'
import { attemptLimits, requireAttempt } from '#server/limits/attempts.ts'

/** Returns the schema of the form for this visitor. */
export async function signUpRules(c: AppContext) {
  const { isCommonPassword } = await import('./common-passwords.ts')
  const claims = await waitingClaims(c)
  return signUpInput({
    locale: c.get('locale').code,
    now: c.get('now'),
    timeZone: guessTimeZone(c),
    isCommonPassword,
    provider: claims?.provider ?? null,
  })
}

function waitingClaims(c: AppContext): Promise<WaitingClaims | null> {
  return findWaitingClaims({ env: c.env, now: c.get('now'), cookie: (name) => readCookie(c, name) })
}

/**
 * Stores a pending registration and a session bound to it; the account exists only after the code. A known address gets a decoy
 * in the same steps with the same response, and its owner another email. So membership cannot be found out. A banned address gets
 * a decoy, too, and no email. A provider's
 * vouching changes nothing of this: only the code proves who reads the address.
 */
export async function signUp(c: AppContext, input: SignUpInput): Promise<ActionResult<SignUpAnswer>> {
  const claims = await waitingClaims(c)
  const { password, terms: _terms, sensitiveData: _sensitiveData, preventLogin, ...person } = input
  const db = c.get('db')
  const now = c.get('now')
  const locale = c.get('locale').code
  await requireAttempt(db, `sign-up:${hashToken(clientAddress(c))}`, attemptLimits.signUp, now)
  await requireAttempt(db, emailAttempts(person.email), attemptLimits.emails, now)

  const { account, pending } = await findCredentials(db, person.email, now)
  const known = account ?? pending
  const isBanned = await isBannedAddress(c.env, db, person.email, now)
  const id = newId()
  const secrets = await newEmailSecrets(c.env, id)
  await insertRegistration(
    db,
    {
      ...person,
      id,
      decoy: account !== null || isBanned,
      locale,
      secrets,
      // One salt per address, so that a sign-in compares a single hash with every account and registration of it.
      passwordHash: password === '' ? '' : await hashPassword(password, known ? saltOf(known.passwordHash) : undefined),
      identity: password === '' && claims ? identityOf(claims) : null,
      consents: await describeConsents(c.env, locale),
    },
    now,
  )
  const session = preventLogin ? null : await startSession(c, { kind: 'registration', subjectId: id })
  if (password === '') deleteClaims(c)
  if (account) sendKnownAddress(c, account.id)
  else if (!isBanned) sendCode(c, id, secrets)

  const user: Viewer = { id, state: 'unverified', firstName: person.firstName, avatar: null, appearance: { id: 1 } }
  const to = session ? routes.emailVerify : routes.signIn
  return { to: href(to, {}, { locale }), data: { user, ...(session && { token: session.accessToken }) }, status: 201 }
}

function identityOf({ provider, issuer, subject }: WaitingClaims): NewRegistration['identity'] {
  return { provider, issuer, subject }
}

/** Returns the attempts' key for emails to one address, which it contains only as a hash. */
export function emailAttempts(email: string): string {
  return `letter:${hashToken(email)}`
}

/** Guesses the time zone of a visitor whose form has none: the client's cookie, the edge's guess, else UTC. */
function guessTimeZone(c: AppContext): string {
  const guesses = [readCookie(c, 'tz'), c.req.raw.cf?.timezone]
  return guesses.find((guess): guess is string => typeof guess === 'string' && isTimeZone(guess)) ?? 'UTC'
}
