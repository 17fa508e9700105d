import type { ProviderName } from '#features/auth/contract.ts'
import { hashToken } from '#server/crypto/secrets.ts'
import { AppError } from '#shared/errors.ts'
import { findLocale, getLocale, defaultLocale } from '#shared/i18n/locales.ts'
import type { AppContext } from '#server/context.ts'
import { warn } from '#server/log.ts'
import type { Claims } from './claims.ts'
import { ProviderFailure } from './failure.ts'
import { exchangeCode, readReturn } from './open-id.ts'
import { deleteAttempt, findAttempt, type Attempt } from './sealed.ts'
import { findProvider, type Provider } from './settings.ts'
import { redirectUri } from './start.ts'
import { requireAttempt } from '#server/limits/attempts.ts'

/** The result of a provider's response. `cancelled`: the person or the provider refused. */
export type Answer =
  | { kind: 'claims'; claims: Claims; attempt: Attempt }
  | { kind: 'cancelled' | 'unavailable'; attempt: Attempt }
  | { kind: 'invalid' }

const invalid: Answer = { kind: 'invalid' }
const maxCodeLength = 4096

type Answered = { attempt: Attempt; provider: Provider; answer: { code: URLSearchParams } | 'declined' }

/** Returns this browser's attempt with the same provider, purpose and state as this URL, or null. */
export async function findAnswered(
  c: AppContext,
  name: ProviderName,
  purposes: readonly Attempt['purpose'][],
): Promise<Answered | null> {
  const attempt = await findAttempt(c)
  const provider = findProvider(c.env, name)
  if (!provider || !attempt || attempt.provider !== name || !purposes.includes(attempt.purpose)) return null
  const { code = [], error = [] } = c.req.queries()
  if (code.length + error.length !== 1 || (code[0]?.length ?? 0) > maxCodeLength) return null
  const answer = readReturn(provider, new URL(c.req.url), attempt.state)
  return answer && { attempt, provider, answer }
}

/**
 * Handles the response once: exchanges the code and verifies the result. From then on the request uses the attempt's language.
 */
export async function takeAnswer(c: AppContext, name: ProviderName, purposes: readonly Attempt['purpose'][]): Promise<Answer> {
  const answered = await findAnswered(c, name, purposes)
  if (!answered) return invalid
  const { attempt, provider, answer } = answered
  deleteAttempt(c)
  if (!(await isFirstUse(c, attempt))) return invalid
  c.set('locale', getLocale(findLocale(attempt.locale)?.code ?? defaultLocale))
  if (answer === 'declined') return { kind: 'cancelled', attempt }
  try {
    const claims = await exchangeCode(provider, {
      code: answer.code,
      secrets: attempt,
      redirectUri: redirectUri(c, name, attempt.purpose),
      now: c.get('now'),
    })
    return { kind: 'claims', claims, attempt }
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

/** Logs a failure for the operators, without token or address. */
function note(c: AppContext, provider: ProviderName, failure: ProviderFailure): void {
  warn('provider', failure, {
    provider,
    kind: failure.kind,
    requestId: c.get('requestId'),
    ...(failure.kind === 'unavailable' ? { cure: 'check the provider, its endpoints and the credentials' } : {}),
  })
}
