import * as v from 'valibot'
import { notificationKinds, type NotificationKind } from '#shared/realtime/wire.ts'
import { encryptedToken } from '#server/crypto/encrypted-token.ts'
import type { Secrets } from '#server/crypto/keys.ts'
import { notificationActions } from '../contract.ts'
import { isEmailKind } from '../rules.ts'

/** The member whose emails the link ends, and the kinds. */
export type Unsubscription = { member: string; kinds: NotificationKind[] }

/**
 * Token of an email's unsubscribe link. Emails are kept for years, so it never expires; it can do nothing else. It stops working
 * once the secret has changed twice.
 */
const links = encryptedToken({
  purpose: 'unsubscribe',
  schema: v.object({ m: v.string(), k: v.array(v.picklist(notificationKinds)) }),
  lifetimeMs: null,
})

export async function sealUnsubscription(env: Secrets, { member, kinds }: Unsubscription): Promise<string> {
  return links.seal(env, { m: member, k: kinds }, Date.now())
}

/** The URL that ends these emails, for a mail program and for its reader. */
export async function unsubscribeUrlOf(env: Secrets, origin: string, unsubscription: Unsubscription): Promise<string> {
  return `${origin}${notificationActions.unsubscribe.path}?token=${await sealUnsubscription(env, unsubscription)}`
}

/** Returns null for a token that this deployment did not create. */
export async function openUnsubscription(env: Secrets, token: string): Promise<Unsubscription | null> {
  const opened = await links.open(env, token, Date.now())
  return opened && { member: opened.m, kinds: opened.k.filter(isEmailKind) }
}
