import { requireKey, type Secrets } from '#server/crypto/keys.ts'
import { keyedHash } from '#server/crypto/secrets.ts'

/** What stands for a member in the lists of those whom they have met: nobody can tell from it who that is. */
export async function partnerToken(env: Secrets, member: string): Promise<string> {
  return keyedHash(await requireKey(env, 'partner-token'), member).slice(0, 22)
}
