import { importJWK, type JWK } from 'jose'
import { ProviderFailure } from './failure.ts'
import { fetchJson } from './fetch-json.ts'

/** Signatures by a key pair only: with a shared-secret algorithm a public key would do as the secret. */
export const algorithms = ['RS256', 'ES256'] as const
export type Algorithm = (typeof algorithms)[number]

const keyTypes: Record<Algorithm, string> = { RS256: 'RSA', ES256: 'EC' }
const keptForMs = 60 * 60_000
/** A token with an unknown key makes us ask again, but no oftener than this. */
const askAgainMs = 60_000
const maxKeys = 20
const minRsaBytes = 256

type KeySet = { keys: readonly JWK[]; fetchedAt: number }

/** Public keys by address, per isolate: values, never promises, which workerd ties to the request that made them. */
const kept = new Map<string, KeySet>()

/** The provider's key of this id and algorithm; throws `refused` when it has none. */
export async function getProviderKey(jwksUrl: string, kid: unknown, algorithm: Algorithm, now: number): Promise<CryptoKey> {
  if (typeof kid !== 'string' || kid === '') throw new ProviderFailure('refused', 'the token names no key')
  const known = kept.get(jwksUrl)
  const usable = known && now - known.fetchedAt < keptForMs ? known : await refresh(jwksUrl, now)
  const found = findKey(usable, kid, algorithm)
  if (found) return toCryptoKey(found, algorithm)
  if (now - usable.fetchedAt < askAgainMs) throw new ProviderFailure('refused', 'the token names an unknown key')
  const newer = findKey(await refresh(jwksUrl, now), kid, algorithm)
  if (!newer) throw new ProviderFailure('refused', 'the token names an unknown key')
  return toCryptoKey(newer, algorithm)
}

async function toCryptoKey(jwk: JWK, algorithm: Algorithm): Promise<CryptoKey> {
  const key = await importJWK(jwk, algorithm)
  if (key instanceof Uint8Array) throw new ProviderFailure('refused', 'the token names a shared secret')
  return key
}

function findKey({ keys }: KeySet, kid: string, algorithm: Algorithm): JWK | undefined {
  const found = keys.filter((key) => key.kid === kid && key.kty === keyTypes[algorithm] && (key.alg ?? algorithm) === algorithm)
  // Two keys of one id: no telling which one is meant.
  return found.length === 1 ? found[0] : undefined
}

async function refresh(jwksUrl: string, now: number): Promise<KeySet> {
  const { status, body } = await fetchJson(jwksUrl, { headers: { accept: 'application/json' } })
  const { keys } = body
  if (status !== 200 || !Array.isArray(keys) || keys.length > maxKeys) {
    throw new ProviderFailure('unavailable', `${new URL(jwksUrl).hostname} gave no usable keys`)
  }
  const set = { keys: keys.filter(isSigningKey), fetchedAt: now }
  kept.set(jwksUrl, set)
  return set
}

function isSigningKey(value: unknown): value is JWK {
  if (typeof value !== 'object' || value === null) return false
  const key = value as Record<string, unknown>
  if (key['use'] !== undefined && key['use'] !== 'sig') return false
  // Base64url holds six bits a character.
  if (key['kty'] === 'RSA') return typeof key['n'] === 'string' && (key['n'].length * 6) / 8 >= minRsaBytes
  return key['kty'] === 'EC' && key['crv'] === 'P-256'
}
