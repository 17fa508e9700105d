import { EncryptJWT, jwtDecrypt, type JWTPayload } from 'jose'
import type { Env } from '#server/env.ts'
import { deriveKeys } from '#server/crypto/keys.ts'

const lifetimeSeconds = 60 * 60
/** How long a sealed text can be opened. */
export const sealedMs = lifetimeSeconds * 1000

/** Text that tells nobody what is in it and that nobody else can make; good for an hour. */
export async function seal(env: Env, payload: JWTPayload, now: number): Promise<string> {
  const [sealingKey] = await deriveKeys(env, 'cursor')
  if (!sealingKey) throw new Error('No key for cursors: set SESSION_SECRET')
  return new EncryptJWT(payload)
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .setExpirationTime(new Date(now + sealedMs))
    .encrypt(sealingKey)
}

/** What was sealed, or null when it has expired or is forged. */
export async function findSealed(env: Env, text: string, now: number): Promise<JWTPayload | null> {
  for (const openingKey of await deriveKeys(env, 'cursor')) {
    try {
      return (await jwtDecrypt(text, openingKey, { currentDate: new Date(now) })).payload
    } catch {
      continue // expired, forged, or sealed by another key: the next key, else none
    }
  }
  return null
}
