import * as v from 'valibot'
import { encryptedToken } from '#server/crypto/encrypted-token.ts'
import type { Secrets } from '#server/crypto/keys.ts'
import { newId } from '#server/crypto/secrets.ts'
import { recipientSchema } from './recipient.ts'

/**
 * An email in the queue. Anyone who can read the queue learns its kind and its times; the recipient and any code are encrypted.
 * Neither the address nor a word of the email is in it: both are added when it is sent. Only the last email about a purged account
 * has its address, encrypted.
 */
export const queuedEmailSchema = v.object({
  id: v.string(),
  kind: v.string(),
  /** When it was requested, ms. */
  at: v.number(),
  /** From this time on it is useless, ms. */
  until: v.number(),
  sealed: v.string(),
})
export type QueuedEmail = v.InferOutput<typeof queuedEmailSchema>

/** `origin`: the deployment's URL, for links; `facts`: what else its kind needs. */
const contentsSchema = v.object({
  kind: v.string(),
  to: recipientSchema,
  origin: v.string(),
  facts: v.record(v.string(), v.unknown()),
})
type Contents = v.InferOutput<typeof contentsSchema>

/** The queue decides how long an email is kept, so the token itself never expires. */
const tokens = encryptedToken({ purpose: 'email', schema: v.object({ data: contentsSchema }), lifetimeMs: null })

export async function sealEmail(env: Secrets, contents: Contents, { at, until }: { at: number; until: number }) {
  const sealed = await tokens.seal(env, { data: contents }, at)
  return { id: newId(), kind: contents.kind, at, until, sealed } satisfies QueuedEmail
}

/** Returns null if no key of this deployment opens it, or if it was sealed for another kind. */
export async function openEmail(env: Secrets, { kind, sealed }: QueuedEmail, now: number): Promise<Contents | null> {
  const contents = (await tokens.open(env, sealed, now))?.data
  return contents?.kind === kind ? contents : null
}
