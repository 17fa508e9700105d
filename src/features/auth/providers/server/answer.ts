import type { ProviderName } from '#features/auth/contract.ts'
import { hashToken, isSameSecret } from '#server/crypto/secrets.ts'
import { AppError } from '#shared/errors.ts'
import { findLocale, getLocale, defaultLocale } from '#shared/i18n/locales.ts'
import type { AppContext } from '#server/context.ts'
import { warn } from '#server/log.ts'
import { exchangeCode } from './code-flow.ts'
import { ProviderFailure } from './failure.ts'
import { verifyIdToken, type Claims } from './id-token.ts'
import { deleteAttempt, findAttempt, type Attempt } from './sealed.ts'
import { findProvider } from './settings.ts'
import { redirectUri } from './start.ts'
import { requireAttempt } from '#server/limits/attempts.ts'

/** The result of a provider's answer. `cancelled`: the person, or the provider, said no. */
export type Answer =
  | { kind: 'claims'; claims: Claims; attempt: Attempt }
  | { kind: 'cancelled' | 'unavailable'; attempt: Attempt }
  | { kind: 'invalid' }

const invalid: Answer = { kind: 'invalid' }
const maxCodeLength = 4096

/** Returns the attempt that this address answers: same provider, purpose and state, from this browser. Null without one. */
export async function findAnswered(
  c: AppContext,
  provider: ProviderName,
  purposes: readonly Attempt['purpose'][],
): Promise<Attempt | null> {
  const attempt = await findAttempt(c)
  if (!attempt || attempt.provider !== provider || !purposes.includes(attempt.purpose)) return null
  const { state, code, error } = c.req.queries()
  // Two parsers may read a repeated parameter differently.
  if (state?.length !== 1 || (code?.length ?? 0) + (error?.length ?? 0) !== 1) return null
  return isSameSecret(attempt.state, state[0] ?? '') ? attempt : null
}

/**
 * Takes the answer once: exchanges the code and verifies what comes back. From then on the request speaks the attempt's
 * language.
 */
export async function takeAnswer(c: AppContext, name: ProviderName, purposes: readonly Attempt['purpose'][]): Promise<Answer> {
  const attempt = await findAnswered(c, name, purposes)
  const provider = findProvider(c.env, name)
  if (!attempt || !provider) return invalid
  deleteAttempt(c)
  if (!(await isFirstUse(c, attempt))) return invalid
  c.set('locale', getLocale(findLocale(attempt.locale)?.code ?? defaultLocale))
  // RFC 9207: another provider's answer must not be taken for this one's.
  const issuer = c.req.query('iss')
  if (issuer !== undefined && issuer !== provider.issuer) return invalid
  const code = c.req.query('code')
  if (code === undefined) return { kind: 'cancelled', attempt }
  if (code === '' || code.length > maxCodeLength) return invalid
  try {
    const token = await exchangeCode(provider, {
      code,
      verifier: attempt.verifier,
      redirectUri: redirectUri(c, name, attempt.purpose),
    })
    return { kind: 'claims', claims: await verifyIdToken(provider, token, attempt.nonce, c.get('now')), attempt }
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error
    note(c, name, error)
    return error.kind === 'refused' ? invalid : { kind: 'unavailable', attempt }
  }
}

/** A state works once, even for a browser that kept a copy of the cookie. */
async function isFirstUse(c: AppContext, { state }: Attempt): Promise<boolean> {
  try {
    await requireAttempt(c.get('db'), `provider:${hashToken(state)}`, { limit: 1, windowMs: 11 * 60_000 }, c.get('now'))
    return true
  } catch (error) {
    if (error instanceof AppError && error.status === 429) return false
    throw error
  }
}

/** Notes a failure for the operators; no token, no address. */
function note(c: AppContext, provider: ProviderName, failure: ProviderFailure): void {
  warn('provider', failure, {
    provider,
    kind: failure.kind,
    requestId: c.get('requestId'),
    ...(failure.kind === 'unavailable' ? { cure: 'check the provider, its endpoints and the credentials' } : {}),
  })
}
