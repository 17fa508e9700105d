import * as v from 'valibot'
import { encryptedToken } from '#server/crypto/encrypted-token.ts'
import type { Secrets } from '#server/crypto/keys.ts'

const schema = v.object({ secret: v.string(), sub: v.string() })
/** It stays in the database, so it never expires. */
const secrets = encryptedToken({ purpose: 'second-factor', schema, lifetimeMs: null })

/** Encrypts a secret for its row. It is bound to the member, so a row copied to another member is useless. */
export async function sealSecret(env: Secrets, memberId: string, secret: string): Promise<string> {
  return secrets.seal(env, { secret, sub: memberId }, Date.now())
}

/**
 * The secret, or null if no key of this deployment decrypts it. `isOld`: encrypted with the secret before the last rotation. It
 * must be encrypted again before that one is removed.
 */
export async function openSecret(
  env: Secrets,
  memberId: string,
  sealed: string,
): Promise<{ secret: string; isOld: boolean } | null> {
  const now = Date.now()
  const current = await secrets.open({ SESSION_SECRET: env.SESSION_SECRET }, sealed, now)
  const opened = current ?? (await secrets.open(env, sealed, now))
  return opened?.sub === memberId ? { secret: opened.secret, isOld: current === null } : null
}
