import { deriveKeys, type Secrets } from '#server/crypto/keys.ts'
import { keyedHash } from '#server/crypto/secrets.ts'

/**
 * Derives what stands for a member in lists of past partners, without revealing who it is. The second one, if any, stands in
 * those from before the last rotation of the secret.
 */
export async function partnerTokens(env: Secrets, member: string): Promise<string[]> {
  const keys = await deriveKeys(env, 'partner-token')
  return Promise.all(keys.map(async (key) => (await keyedHash(key, member)).slice(0, 22)))
}
