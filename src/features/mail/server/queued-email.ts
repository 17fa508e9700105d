import * as v from 'valibot'
import { encryptedToken } from '#server/crypto/encrypted-token.ts'
import type { Secrets } from '#server/crypto/keys.ts'
import { newId } from '#server/crypto/secrets.ts'
import { recipientSchema } from './recipient.ts'

/**
 * An email as the queue holds it. Whoever can read the queue learns its kind and its times; who gets it, with what code, is
 * encrypted. Neither the address nor a word of the email is in it: both are made when it is sent.
 */
export const queuedEmailSchema = v.object({
  id: v.string(),
  kind: v.string(),
  /** When it was asked for, ms. */
  at: v.number(),
  /** From then on it is of no use, ms. */
  until: v.number(),
  sealed: v.string(),
})
export type QueuedEmail = v.InferOutput<typeof queuedEmailSchema>

/** `origin`: the deployment's address, for links; `facts`: what its kind needs beside them. */
const contentsSchema = v.object({
  kind: v.string(),
  to: recipientSchema,
  origin: v.string(),
  facts: v.record(v.string(), v.unknown()),
})
type Contents = v.InferOutput<typeof contentsSchema>

/** The queue says how long an email is kept, so the token itself never expires. */
const tokens = encryptedToken({ purpose: 'email', schema: v.object({ data: contentsSchema }), lifetimeMs: null })

export async function sealEmail(env: Secrets, contents: Contents, { at, until }: { at: number; until: number }) {
  const sealed = await tokens.seal(env, { data: contents }, at)
  return { id: newId(), kind: contents.kind, at, until, sealed } satisfies QueuedEmail
}

/** Returns null when no key of this deployment opens it, or when it was sealed for another kind. */
export async function openEmail(env: Secrets, { kind, sealed }: QueuedEmail, now: number): Promise<Contents | null> {
  const contents = (await tokens.open(env, sealed, now))?.data
  return contents?.kind === kind ? contents : null
}
