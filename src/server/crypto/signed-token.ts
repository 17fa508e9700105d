import { errors, type JWTPayload, jwtVerify, SignJWT } from 'jose'
import type { KeyPurpose, Secrets } from '#server/crypto/keys.ts'
import { getSigningKeys } from './signing-keys.ts'

const algorithm = 'HS256'
const issuer = 'kismet'

/** The properties that distinguish one kind of token from another; a token of one kind never passes as the other. */
export type TokenKind = { purpose: KeyPurpose; type: string; audience: string; lifetimeMs: number }

export type Verdict<Claims> = { kind: 'valid'; claims: Claims } | { kind: 'expired'; claims: Claims } | { kind: 'forged' }

export async function signToken(
  env: Secrets,
  kind: TokenKind,
  claims: JWTPayload & { sub: string },
  now: number,
): Promise<string> {
  const [signing] = await getSigningKeys(env, kind.purpose)
  if (!signing) throw new Error('No signing key: set SESSION_SECRET')
  return new SignJWT(claims)
    .setProtectedHeader({ alg: algorithm, typ: kind.type, kid: signing.kid })
    .setIssuer(issuer)
    .setAudience(kind.audience)
    .setIssuedAt(new Date(now))
    .setExpirationTime(new Date(now + kind.lifetimeMs))
    .sign(signing.key)
}

/**
 * Checks algorithm, type, key, issuer, audience and expiry, without the database. `read` narrows the claims and returns null for
 * claims that we never wrote. `expired` means genuine but too old: the holder may still renew it.
 */
export async function verifyToken<Claims>(
  env: Secrets,
  kind: TokenKind,
  token: string,
  now: number,
  read: (payload: JWTPayload) => Claims | null,
): Promise<Verdict<Claims>> {
  const keys = await getSigningKeys(env, kind.purpose)
  try {
    const { payload } = await jwtVerify(token, (header) => requireKey(keys, header.kid), {
      algorithms: [algorithm],
      typ: kind.type,
      issuer,
      audience: kind.audience,
      requiredClaims: ['sub', 'exp', 'iat'],
      currentDate: new Date(now),
    })
    const claims = read(payload)
    return claims ? { kind: 'valid', claims } : { kind: 'forged' }
  } catch (error) {
    // The library jose checks the expiry last, so an expired token has passed every other check.
    const claims = error instanceof errors.JWTExpired && error.claim === 'exp' ? read(error.payload) : null
    if (claims) return { kind: 'expired', claims }
    if (error instanceof errors.JOSEError || error instanceof UnknownKeyError) return { kind: 'forged' }
    throw error
  }
}

class UnknownKeyError extends Error {}

function requireKey(keys: readonly { kid: string; key: CryptoKey }[], kid: string | undefined): CryptoKey {
  const found = keys.find((candidate) => candidate.kid === kid)
  if (!found) throw new UnknownKeyError('No such key')
  return found.key
}
