import type { Env } from '../env.ts'

/** The secrets from which keys are derived. */
export type Secrets = Pick<Env, 'SESSION_SECRET' | 'SESSION_SECRET_PREVIOUS'>

export type KeyPurpose =
  | 'access-token'
  | 'realtime-token'
  | 'flash'
  | 'cursor'
  | 'refresh-successor'
  | 'code'
  | 'email'
  | 'second-factor'
  | 'provider-attempt'
  | 'provider-claims'
  | 'photo'
  | 'portrait'
  | 'push'
  | 'unsubscribe'
  | 'security-log'
  | 'audit-address'
  | 'conversation-id'
  | 'tie'
  | 'partner-token'
  | 'sandbox-webhook'
  | 'deletion-list'
  | 'banned-address'

/**
 * Keys by purpose and secret: every page needs some. The map holds values and never promises, which workerd ties to the request that
 * made them. No caller changes the bytes.
 */
const derived = new Map<string, Uint8Array>()

/**
 * Derives a 256-bit key for one purpose from the deployment's secret by HKDF-SHA-256, once per isolate. A leaked key of one purpose
 * reveals nothing about another.
 */
export async function deriveKey(secret: string, purpose: KeyPurpose): Promise<Uint8Array> {
  const name = `${purpose}\n${secret}`
  const known = derived.get(name)
  if (known) return known
  const material = await crypto.subtle.importKey('raw', new TextEncoder().encode(secret), 'HKDF', false, ['deriveBits'])
  const bits = await crypto.subtle.deriveBits(
    { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(32), info: new TextEncoder().encode(`kismet:${purpose}`) },
    material,
    256,
  )
  const key = new Uint8Array(bits)
  derived.set(name, key)
  return key
}

/** Derives the signing key and those that still verify: the current secret first, then the one before the last rotation. */
export async function deriveKeys(env: Secrets, purpose: KeyPurpose): Promise<Uint8Array[]> {
  const secrets = [env.SESSION_SECRET, env.SESSION_SECRET_PREVIOUS].flatMap((secret) => secret || [])
  return Promise.all(secrets.map((secret) => deriveKey(secret, purpose)))
}

/** Returns the key that seals and signs; throws if the deployment has no secret. */
export async function requireKey(env: Secrets, purpose: KeyPurpose): Promise<Uint8Array> {
  const [key] = await deriveKeys(env, purpose)
  if (!key) throw new Error(`No key for ${purpose}: set SESSION_SECRET`)
  return key
}
