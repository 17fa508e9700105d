import * as v from 'valibot'
import { attemptLifetimeMs, claimsLifetimeMs, providerNames } from '#features/auth/contract.ts'
import type { AppContext } from '#server/context.ts'
import { clearHostCookie, cookieNames, readCookie, setHostCookie } from '#server/cookies.ts'
import type { Env } from '#server/env.ts'
import { encryptedToken } from '#server/crypto/encrypted-token.ts'

const provider = v.picklist(providerNames)

/** The attempt that the browser carries to a provider and back, encrypted for this deployment only. */
const attemptSchema = v.object({
  purpose: v.picklist(['sign-in', 'link', 'confirm']),
  provider,
  state: v.string(),
  nonce: v.string(),
  /** PKCE (RFC 7636). */
  verifier: v.string(),
  next: v.nullable(v.string()),
  locale: v.string(),
  /** Linking and confirming are bound to one session. */
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

const attempts = encryptedToken({
  purpose: 'provider-attempt',
  schema: v.object({ data: attemptSchema }),
  lifetimeMs: attemptLifetimeMs,
})
const claims = encryptedToken({
  purpose: 'provider-claims',
  schema: v.object({ data: claimsSchema }),
  lifetimeMs: claimsLifetimeMs,
})

export async function saveAttempt(c: AppContext, attempt: Attempt): Promise<void> {
  const sealed = await attempts.seal(c.env, { data: attempt }, c.get('now'))
  setHostCookie(c, cookieNames.providerAttempt, sealed, attemptLifetimeMs / 1000)
}

export async function findAttempt(c: AppContext): Promise<Attempt | null> {
  return (await attempts.open(c.env, readCookie(c, cookieNames.providerAttempt), c.get('now')))?.data ?? null
}

export const deleteAttempt = (c: AppContext) => clearHostCookie(c, cookieNames.providerAttempt)

export async function saveClaims(c: AppContext, waiting: WaitingClaims): Promise<void> {
  const sealed = await claims.seal(c.env, { data: waiting }, c.get('now'))
  setHostCookie(c, cookieNames.providerClaims, sealed, claimsLifetimeMs / 1000)
}

export const deleteClaims = (c: AppContext) => clearHostCookie(c, cookieNames.providerClaims)

type Reader = { env: Env; cookie: (name: string) => string | undefined; now: number }

/** Returns the verified claims that this browser keeps for the rest of a sign-up, or null. */
export async function findWaitingClaims({ env, cookie, now }: Reader): Promise<WaitingClaims | null> {
  return (await claims.open(env, cookie(cookieNames.providerClaims), now))?.data ?? null
}
