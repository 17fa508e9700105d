import * as v from 'valibot'
import { notificationKinds, type NotificationKind } from '#shared/realtime/wire.ts'
import { encryptedToken } from '#server/crypto/encrypted-token.ts'
import type { Secrets } from '#server/crypto/keys.ts'
import { isEmailKind } from '../rules.ts'

/** Whose e-mails, and about what. */
export type Unsubscription = { member: string; kinds: NotificationKind[] }

/**
 * What the link of an e-mail ends. E-mails are kept for years, so the link has no expiry; it can do nothing but that, and
 * ends with the secret after the next one.
 */
const links = encryptedToken({
  purpose: 'unsubscribe',
  schema: v.object({ m: v.string(), k: v.array(v.picklist(notificationKinds)) }),
  lifetimeMs: null,
})

export async function sealUnsubscription(env: Secrets, { member, kinds }: Unsubscription): Promise<string> {
  return links.seal(env, { m: member, k: kinds }, Date.now())
}

/** Null when it was not sealed by this deployment. */
export async function openUnsubscription(env: Secrets, token: string): Promise<Unsubscription | null> {
  const opened = await links.open(env, token, Date.now())
  return opened && { member: opened.m, kinds: opened.k.filter(isEmailKind) }
}
