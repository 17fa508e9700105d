import { EncryptJWT, jwtDecrypt } from 'jose'
import type { Env } from '#server/env.ts'
import { deriveKeys } from '#server/crypto/keys.ts'

type Secrets = Pick<Env, 'SESSION_SECRET' | 'SESSION_SECRET_PREVIOUS'>

/** Seals a secret for its row: bound to the member, so that a row copied to somebody else opens nothing. */
export async function sealSecret(env: Secrets, memberId: string, secret: string): Promise<string> {
  const [key] = await deriveKeys(env, 'second-factor')
  if (!key) throw new Error('no key')
  return new EncryptJWT({ secret }).setSubject(memberId).setProtectedHeader({ alg: 'dir', enc: 'A256GCM' }).encrypt(key)
}

/**
 * The secret, or null when no key of this deployment opens it. `isOld`: sealed with the secret before the last rotation,
 * so it must be sealed anew before that one goes.
 */
export async function openSecret(
  env: Secrets,
  memberId: string,
  sealed: string,
): Promise<{ secret: string; isOld: boolean } | null> {
  for (const [index, key] of (await deriveKeys(env, 'second-factor')).entries()) {
    try {
      const { payload } = await jwtDecrypt<{ secret: string }>(sealed, key, { subject: memberId })
      return { secret: payload.secret, isOld: index > 0 }
    } catch {
      continue // sealed by another key: the next one, else none
    }
  }
  return null
}
