import { requireKey, type Secrets } from '#server/crypto/keys.ts'
import { keyedHash } from '#server/crypto/secrets.ts'

/** Derives the token that stands for a member in other members' lists of past partners. It does not reveal who it is. */
export async function partnerToken(env: Secrets, member: string): Promise<string> {
  return keyedHash(await requireKey(env, 'partner-token'), member).slice(0, 22)
}
