import * as v from 'valibot'
import { encryptedToken } from '#server/crypto/encrypted-token.ts'
import type { Secrets } from '#server/crypto/keys.ts'
import { notificationKinds } from '#shared/realtime/wire.ts'

/**
 * A push message in the queue. A reader of the queue learns its kind and its times; the member and the page are encrypted. Text
 * and devices' endpoints are read when it is sent.
 */
export const queuedPushSchema = v.object({
  kind: v.picklist(notificationKinds),
  /** When it was requested, ms. */
  at: v.number(),
  /** From this time on it is useless, ms. */
  until: v.number(),
  sealed: v.string(),
})
export type QueuedPush = v.InferOutput<typeof queuedPushSchema>

const contentsSchema = v.object({
  member: v.string(),
  isSilent: v.boolean(),
  /** The id of the page that it opens. Messages of an older build have none. */
  about: v.optional(
    v.object({
      link: v.optional(v.string()),
      link_anon: v.optional(v.string()),
      link_blind: v.optional(v.string()),
      link_order: v.optional(v.string()),
    }),
    {},
  ),
  /** Someone has begun to wait: it has another text than its kind. */
  isWaitAlert: v.optional(v.boolean()),
  /** The session that caused it, whose device needs no message. */
  exceptSid: v.optional(v.string()),
  /** The one session whose device has not received it yet; without it, all of the member's. */
  onlySid: v.optional(v.string()),
})
export type PushContents = v.InferOutput<typeof contentsSchema>

/** The queue decides how long a message is kept, so the token itself never expires. */
const tokens = encryptedToken({ purpose: 'push', schema: v.object({ data: contentsSchema }), lifetimeMs: null })

export async function sealPush(
  env: Secrets,
  { kind, at, until }: Omit<QueuedPush, 'sealed'>,
  contents: PushContents,
): Promise<QueuedPush> {
  return { kind, at, until, sealed: await tokens.seal(env, { data: contents }, at) }
}

/** Returns null if no key of this deployment opens it. */
export async function openPush(env: Secrets, { sealed }: QueuedPush, now: number): Promise<PushContents | null> {
  return (await tokens.open(env, sealed, now))?.data ?? null
}
