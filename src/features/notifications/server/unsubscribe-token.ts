import { EncryptJWT, jwtDecrypt } from 'jose'
import type { NotificationKind } from '#shared/realtime/wire.ts'
import type { Env } from '#server/env.ts'
import { deriveKeys } from '#server/crypto/keys.ts'
import { isLetterKind } from '../rules.ts'

type Secrets = Pick<Env, 'SESSION_SECRET' | 'SESSION_SECRET_PREVIOUS'>

/** Whose letters, and about what. */
export type Unsubscription = { member: string; kinds: NotificationKind[] }

/**
 * Seals what a letter's link ends. Letters are kept for years, so the link has no expiry; it can do nothing but that, and
 * ends with the secret after the next one.
 */
export async function sealUnsubscription(env: Secrets, { member, kinds }: Unsubscription): Promise<string> {
  const [key] = await deriveKeys(env, 'unsubscribe')
  if (!key) throw new Error('no key')
  return new EncryptJWT({ m: member, k: kinds }).setProtectedHeader({ alg: 'dir', enc: 'A256GCM' }).encrypt(key)
}

/** Null when nobody of ours has sealed it. */
export async function openUnsubscription(env: Secrets, token: string): Promise<Unsubscription | null> {
  for (const key of await deriveKeys(env, 'unsubscribe')) {
    try {
      const { payload } = await jwtDecrypt<{ m: string; k: NotificationKind[] }>(token, key)
      return { member: payload.m, kinds: payload.k.filter(isLetterKind) }
    } catch {
      continue // sealed by another key, or forged: the next key, else nobody's
    }
  }
  return null
}
