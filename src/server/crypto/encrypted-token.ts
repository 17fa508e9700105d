import type { JWTPayload } from 'jose'
import * as v from 'valibot'
import { deriveKeys, type KeyPurpose, requireKey, type Secrets } from './keys.ts'

/** The purpose and content of one kind of token. `lifetimeMs`: null for a stored or emailed one, which never expires. */
type Options<Schema extends v.GenericSchema> = { purpose: KeyPurpose; schema: Schema; lifetimeMs: number | null }

/**
 * Defines a kind of token that only this deployment can create or read: a JWE (`dir`, A256GCM) with the key of its purpose. The
 * current secret seals; the previous one can still open.
 */
export function encryptedToken<Schema extends v.GenericSchema<JWTPayload>>({ purpose, schema, lifetimeMs }: Options<Schema>) {
  async function seal(env: Secrets, payload: v.InferInput<Schema>, now: number): Promise<string> {
    const { EncryptJWT } = await import('./jwe.ts')
    const token = new EncryptJWT(payload).setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    if (lifetimeMs !== null) token.setExpirationTime(new Date(now + lifetimeMs))
    return token.encrypt(await requireKey(env, purpose))
  }

  /** Returns null for a token that is missing, forged, expired, of another kind, or older than the secret before this one. */
  async function open(env: Secrets, token: string | undefined, now: number): Promise<v.InferOutput<Schema> | null> {
    if (!token) return null
    for (const key of await deriveKeys(env, purpose)) {
      const payload = await decrypt(token, key, now).catch(() => null)
      const parsed = v.safeParse(schema, payload)
      if (parsed.success) return parsed.output
    }
    return null
  }

  async function decrypt(token: string, key: Uint8Array, now: number): Promise<JWTPayload> {
    const { jwtDecrypt } = await import('./jwe.ts')
    const { payload } = await jwtDecrypt(token, key, {
      keyManagementAlgorithms: ['dir'],
      contentEncryptionAlgorithms: ['A256GCM'],
      requiredClaims: lifetimeMs === null ? [] : ['exp'],
      currentDate: new Date(now),
    })
    return payload
  }

  return { seal, open }
}
