import type { IDToken } from 'oauth4webapi'
import * as v from 'valibot'
import type { ProviderName } from '#features/auth/contract.ts'
import { emailInput, spellEmail } from '#shared/text/email-address.ts'
import { suggestedName } from '#shared/text/first-name.ts'
import { ProviderFailure } from './failure.ts'
import type { Provider } from './settings.ts'

/** The facts that a provider vouches for. The email address only fills in a form: it never identifies anyone. */
export type Claims = {
  provider: ProviderName
  issuer: string
  subject: string
  email: string | null
  emailVerified: boolean
  firstName: string | null
}

const maxSubjectLength = 255
const maxAgeMs = 10 * 60_000
const clockToleranceMs = 30_000

/** Reads a verified ID token. Throws `refused` if it fails the checks that OpenID Connect leaves to the application. */
export function readClaims(provider: Provider, token: IDToken | undefined, now: number): Claims {
  const { sub = '', azp, iat = 0 } = token ?? {}
  if (sub === '' || sub.length > maxSubjectLength) throw new ProviderFailure('refused', 'the token names no subject')
  if (now - iat * 1000 > maxAgeMs + clockToleranceMs) throw new ProviderFailure('refused', 'the token is too old')
  // Only required with several audiences; if present, it names the party that requested the token.
  if (azp !== undefined && azp !== provider.clientId) throw new ProviderFailure('refused', 'another party asked for the token')
  return {
    provider: provider.name,
    issuer: provider.issuer,
    subject: sub,
    email: readEmail(token?.['email']),
    emailVerified: token?.['email_verified'] === true || token?.['email_verified'] === 'true',
    firstName: readName(token?.['given_name'] ?? token?.['name']),
  }
}

function readEmail(value: unknown): string | null {
  return typeof value === 'string' && v.is(emailInput, value) ? spellEmail(value) : null
}

function readName(value: unknown): string | null {
  return typeof value === 'string' ? suggestedName(value) : null
}
