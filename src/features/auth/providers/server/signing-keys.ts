import { createLocalJWKSet, errors, type JWK } from 'jose'
import { ProviderFailure } from './failure.ts'
import { fetchJson } from './fetch-json.ts'

/** Signatures by a key pair only: with a shared-secret algorithm a public key would do as the secret. */
export const algorithms = ['RS256', 'ES256']

const keptForMs = 60 * 60_000
/** A token with an unknown key makes us fetch the keys again, but no more often than this. */
const askAgainMs = 60_000
const maxKeys = 20

type KeySet = { keys: JWK[]; fetchedAt: number }

/** Public keys by address, per isolate: values, never promises, which workerd ties to the request that made them. */
const kept = new Map<string, KeySet>()

/** Returns the provider's key of this id and algorithm; throws `refused` when it has none. */
export async function getProviderKey(jwksUrl: string, kid: unknown, alg: string, now: number): Promise<CryptoKey> {
  if (typeof kid !== 'string' || kid === '') throw new ProviderFailure('refused', 'the token names no key')
  const known = kept.get(jwksUrl)
  const usable = known && now - known.fetchedAt < keptForMs ? known : await refresh(jwksUrl, now)
  const found = await findKey(usable, kid, alg)
  if (found) return found
  if (now - usable.fetchedAt < askAgainMs) throw new ProviderFailure('refused', 'the token names an unknown key')
  const newer = await findKey(await refresh(jwksUrl, now), kid, alg)
  if (!newer) throw new ProviderFailure('refused', 'the token names an unknown key')
  return newer
}

/** Returns null unless exactly one key for signatures has this id and algorithm. */
async function findKey({ keys }: KeySet, kid: string, alg: string): Promise<CryptoKey | null> {
  try {
    // A set is made for each use, because it keeps promises of the keys that it has imported.
    return await createLocalJWKSet({ keys })({ kid, alg })
  } catch (error) {
    if (error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys) return null
    throw error
  }
}

async function refresh(jwksUrl: string, now: number): Promise<KeySet> {
  const { status, body } = await fetchJson(jwksUrl, { headers: { accept: 'application/json' } })
  const { keys } = body
  if (status !== 200 || !Array.isArray(keys) || keys.length > maxKeys) {
    throw new ProviderFailure('unavailable', `${new URL(jwksUrl).hostname} gave no usable keys`)
  }
  const set = { keys: keys.filter(isKey), fetchedAt: now }
  kept.set(jwksUrl, set)
  return set
}

function isKey(value: unknown): value is JWK {
  return typeof value === 'object' && value !== null && 'kty' in value
}
