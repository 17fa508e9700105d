import { AppError } from '#shared/errors.ts'
import type { AppContext } from '#server/context.ts'
import { limitsFactor } from '#server/env.ts'
import { OnceAMinute } from '#server/once-a-minute.ts'
import { noteSecurity } from '#server/security-events.ts'
import { attemptLimits, forgetAttempts, requireAttempt, requireWithinLimit } from './attempts.ts'
import { hashLike, isSameHash } from '#server/crypto/password-hash.ts'

const noted = new OnceAMinute()

/**
 * Counts one photo that a member uploads, for the profile or for a message; throws 429 above the hourly limit. Called
 * before a file is drawn, which is the work that it protects: a file refused at a first look is not counted.
 */
export async function requireUpload(c: AppContext, memberId: string): Promise<void> {
  const { limit, windowMs } = attemptLimits.uploads
  const now = c.get('now')
  try {
    await requireAttempt(c.get('db'), `upload:${memberId}`, { limit: limit * limitsFactor(c.env), windowMs }, now)
  } catch (error) {
    const isLimit = error instanceof AppError && error.code === 'too-many'
    if (isLimit && noted.isFirst(memberId, now)) noteSecurity(c, { kind: 'limit-reached', what: 'uploads', account: memberId })
    throw error
  }
}

/**
 * True when a signed-in member has typed their password; 429 after too many tries. Counted per session, so that guesses
 * in a stolen session do not use up the owner's tries on their own device.
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
