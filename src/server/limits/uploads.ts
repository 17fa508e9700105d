import { AppError } from '#shared/errors.ts'
import type { AppContext } from '../context.ts'
import { limitsFactor } from '../env.ts'
import { OnceAMinute } from '../once-a-minute.ts'
import { noteSecurity } from '../security-events.ts'
import { attemptLimits, requireAttempt } from './attempts.ts'

const noted = new OnceAMinute()

/**
 * Counts one photo that a member uploads, for the profile or for a message; throws 429 above the hourly limit. Called before the
 * file is decoded, the work that the limit protects: a file refused at a first look is not counted.
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
