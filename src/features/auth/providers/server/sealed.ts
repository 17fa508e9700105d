import { EncryptJWT, jwtDecrypt } from 'jose'
import * as v from 'valibot'
import { attemptLifetimeMs, claimsLifetimeMs, providerNames } from '../contract.ts'
import type { AppContext } from '#server/context.ts'
import { clearHostCookie, cookieNames, readCookie, setHostCookie } from '#server/cookies.ts'
import type { Env } from '#server/env.ts'
import { deriveKeys, type KeyPurpose } from '#server/crypto/keys.ts'

const provider = v.picklist(providerNames)

/** What a browser carries to a provider and back, readable to nobody but us. */
const attemptSchema = v.object({
  purpose: v.picklist(['sign-in', 'link', 'confirm']),
  provider,
  state: v.string(),
  nonce: v.string(),
  /** PKCE (RFC 7636). */
  verifier: v.string(),
  next: v.nullable(v.string()),
  locale: v.string(),
  /** Linking and confirming belong to one session. */
  sid: v.nullable(v.string()),
})
export type Attempt = v.InferOutput<typeof attemptSchema>

const claimsSchema = v.object({
  provider,
  issuer: v.string(),
  subject: v.string(),
  email: v.nullable(v.string()),
  emailVerified: v.boolean(),
  firstName: v.nullable(v.string()),
})
export type WaitingClaims = v.InferOutput<typeof claimsSchema>

type Sealed<Schema extends v.GenericSchema> = { purpose: KeyPurpose; cookie: string; lifetimeMs: number; schema: Schema }

const attempts: Sealed<typeof attemptSchema> = {
  purpose: 'provider-attempt',
  cookie: cookieNames.providerAttempt,
  lifetimeMs: attemptLifetimeMs,
  schema: attemptSchema,
}
const claims: Sealed<typeof claimsSchema> = {
  purpose: 'provider-claims',
  cookie: cookieNames.providerClaims,
  lifetimeMs: claimsLifetimeMs,
  schema: claimsSchema,
}

export const keepAttempt = (c: AppContext, attempt: Attempt) => keep(c, attempts, attempt)
export const findAttempt = (c: AppContext) => open(c.env, attempts, readCookie(c, attempts.cookie), c.get('now'))
export const dropAttempt = (c: AppContext) => clearHostCookie(c, attempts.cookie)

export const keepClaims = (c: AppContext, waiting: WaitingClaims) => keep(c, claims, waiting)
export const dropClaims = (c: AppContext) => clearHostCookie(c, claims.cookie)

type Reader = { env: Env; cookie: (name: string) => string | undefined; now: number }

/** Verified claims that wait in this browser for the rest of a sign-up, or null. */
export const findWaitingClaims = ({ env, cookie, now }: Reader) => open(env, claims, cookie(claims.cookie), now)

async function keep<Schema extends v.GenericSchema>(
  c: AppContext,
  { purpose, cookie, lifetimeMs }: Sealed<Schema>,
  data: v.InferOutput<Schema>,
): Promise<void> {
  const [key] = await deriveKeys(c.env, purpose)
  if (!key) throw new Error('No key to seal with: set SESSION_SECRET')
  const sealed = await new EncryptJWT({ data })
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .setExpirationTime(new Date(c.get('now') + lifetimeMs))
    .encrypt(key)
  setHostCookie(c, cookie, sealed, lifetimeMs / 1000)
}

/** An unreadable, forged or expired one counts as none. */
async function open<Schema extends v.GenericSchema>(
  env: Env,
  { purpose, schema }: Sealed<Schema>,
  sealed: string | undefined,
  now: number,
): Promise<v.InferOutput<Schema> | null> {
  if (!sealed) return null
  for (const key of await deriveKeys(env, purpose)) {
    try {
      const { payload } = await jwtDecrypt(sealed, key, {
        keyManagementAlgorithms: ['dir'],
        contentEncryptionAlgorithms: ['A256GCM'],
        requiredClaims: ['exp'],
        currentDate: new Date(now),
      })
      const parsed = v.safeParse(schema, payload['data'])
      return parsed.success ? parsed.output : null
    } catch {
      continue // sealed by the secret before the rotation, forged or expired: the next key, else none
    }
  }
  return null
}
