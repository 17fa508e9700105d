import { errors, type JWTHeaderParameters, type JWTPayload, jwtVerify } from 'jose'
import * as v from 'valibot'
import type { ProviderName } from '#features/auth/contract.ts'
import { isSameSecret } from '#server/crypto/secrets.ts'
import { emailInput, spellEmail } from '#shared/text/email-address.ts'
import { suggestedName } from '#shared/text/first-name.ts'
import { ProviderFailure } from './failure.ts'
import type { Provider } from './settings.ts'
import { algorithms, getProviderKey } from './signing-keys.ts'

/** The facts that a provider vouches for. The address only fills in a form: it never identifies anybody. */
export type Claims = {
  provider: ProviderName
  issuer: string
  subject: string
  email: string | null
  emailVerified: boolean
  firstName: string | null
}

const maxSubjectLength = 255

/**
 * Verifies an ID token: signature by one of the provider's own keys, pinned algorithm, issuer, audience, age, and the
 * nonce that this browser started with. Throws `refused` for everything else.
 */
export async function verifyIdToken(provider: Provider, token: unknown, nonce: string, now: number): Promise<Claims> {
  if (typeof token !== 'string') throw new ProviderFailure('refused', 'there is no ID token')
  try {
    const findKey = ({ kid, alg }: JWTHeaderParameters) => getProviderKey(provider.jwksUrl, kid, alg, now)
    const { payload } = await jwtVerify(token, findKey, {
      algorithms,
      issuer: provider.issuer,
      audience: provider.clientId,
      requiredClaims: ['sub', 'iat', 'exp', 'nonce'],
      maxTokenAge: '10 minutes',
      clockTolerance: 30,
      currentDate: new Date(now),
    })
    return readClaims(provider, payload, nonce)
  } catch (error) {
    if (error instanceof ProviderFailure) throw error
    if (error instanceof errors.JOSEError || error instanceof TypeError)
      throw new ProviderFailure('refused', 'the ID token is not genuine', error)
    throw error
  }
}

function readClaims(provider: Provider, payload: JWTPayload, nonce: string): Claims {
  const { sub, aud, azp, nonce: answered } = payload
  if (typeof answered !== 'string' || !isSameSecret(answered, nonce)) throw new ProviderFailure('refused', 'the nonce is another')
  if (typeof sub !== 'string' || sub === '' || sub.length > maxSubjectLength)
    throw new ProviderFailure('refused', 'the token names no subject')
  // A token made out to several parties names in `azp` the one that asked for it.
  if ((Array.isArray(aud) && aud.length > 1) || azp !== undefined) {
    if (azp !== provider.clientId) throw new ProviderFailure('refused', 'another party asked for the token')
  }
  return {
    provider: provider.name,
    issuer: provider.issuer,
    subject: sub,
    email: readEmail(payload['email']),
    emailVerified: payload['email_verified'] === true || payload['email_verified'] === 'true',
    firstName: readName(payload['given_name'] ?? payload['name']),
  }
}

function readEmail(value: unknown): string | null {
  return typeof value === 'string' && v.is(emailInput, value) ? spellEmail(value) : null
}

function readName(value: unknown): string | null {
  return typeof value === 'string' ? suggestedName(value) : null
}
