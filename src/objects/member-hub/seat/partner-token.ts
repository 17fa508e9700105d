import { deriveKeys, type Secrets } from '#server/crypto/keys.ts'
import { keyedHash } from '#server/crypto/secrets.ts'

/**
 * Keys by the secrets they were derived from: all hubs of an isolate need the same ones. No promises: an object must not await
 * what another one has started.
 */
const known = new Map<string, Uint8Array[]>()

async function findKeys(env: Secrets): Promise<Uint8Array[]> {
  const secrets = JSON.stringify([env.SESSION_SECRET, env.SESSION_SECRET_PREVIOUS])
  const keys = known.get(secrets) ?? (await deriveKeys(env, 'partner-token'))
  known.set(secrets, keys)
  return keys
}

/**
 * Derives the token of a member for lists of past partners, without revealing who it is. The second token, if any, is from before
 * the last rotation of the secret.
 */
export async function partnerTokens(env: Secrets, member: string): Promise<string[]> {
  const keys = await findKeys(env)
  return Promise.all(keys.map(async (key) => (await keyedHash(key, member)).slice(0, 22)))
}
