import type { AppContext } from '#server/context.ts'
import { forgetAttempts, requireWithinLimit } from '#server/limits/attempts.ts'
import { hashLike, isSameHash } from '#server/crypto/password-hash.ts'

/**
 * True if a signed-in member has typed their password; 429 after too many tries. Counted per session, so that guesses in a stolen
 * session do not use up the owner's tries on their own device.
 */
export async function isOwnPassword(
  c: AppContext,
  { memberId, sid, passwordHash }: { memberId: string; sid: string; passwordHash: string },
  password: string,
): Promise<boolean> {
  const { key } = await requireWithinLimit(c, 'confirm', `confirm:${sid}`, memberId)
  if (!isSameHash(passwordHash, await hashLike(password, passwordHash))) return false
  await forgetAttempts(c.get('db'), key)
  return true
}
