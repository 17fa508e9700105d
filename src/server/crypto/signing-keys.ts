import { deriveKeys, type KeyPurpose, type Secrets } from '#server/crypto/keys.ts'
import { hashToken, encodeBase64url } from './secrets.ts'

export type SigningKey = { kid: string; key: CryptoKey }

/**
 * Keys by secret and purpose: derived once per isolate, because every request verifies. The cache holds values and never
 * promises, which workerd ties to the request that made them.
 */
const cache = new Map<string, readonly SigningKey[]>()

/** Returns the HMAC keys of a purpose: the first signs, all verify. `kid` names a key without revealing anything about it. */
export async function getSigningKeys(env: Secrets, purpose: KeyPurpose): Promise<readonly SigningKey[]> {
  const name = [purpose, env.SESSION_SECRET, env.SESSION_SECRET_PREVIOUS].join('\n')
  const known = cache.get(name)
  if (known) return known
  const raw = await deriveKeys(env, purpose)
  const keys = await Promise.all(
    raw.map(async (bytes) => ({
      kid: hashToken(`kid:${encodeBase64url(bytes)}`).slice(0, 8),
      key: await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify']),
    })),
  )
  cache.set(name, keys)
  return keys
}
