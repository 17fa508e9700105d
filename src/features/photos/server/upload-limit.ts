import { requireAttempt } from '#features/session/server/public.ts'
import { AppError } from '#shared/errors.ts'
import type { AppContext } from '#worker/http/context.ts'
import { limitsFactor } from '#worker/http/env.ts'
import { OnceAMinute } from '#worker/http/once-a-minute.ts'
import { noteSecurity } from '#worker/http/security-events.ts'
import { photoLimits } from '../contract.ts'

const hourMs = 60 * 60 * 1000
const noted = new OnceAMinute()

/**
 * Counts one photo of a member, for the profile or for a message, and throws 429 when it is one too many in its hour. Called
 * before a file is drawn, which is the work that it protects; what is refused at a first look is not counted.
 */
export async function countUpload(c: AppContext, memberId: string): Promise<void> {
  const now = c.get('now')
  const attempts = { limit: photoLimits.uploadsPerHour * limitsFactor(c.env), windowMs: hourMs }
  try {
    await requireAttempt(c.get('db'), `upload:${memberId}`, attempts, now)
  } catch (error) {
    const isLimit = error instanceof AppError && error.code === 'too-many'
    if (isLimit && noted.isFirst(memberId, now)) noteSecurity(c, { kind: 'limit-reached', what: 'uploads', account: memberId })
    throw error
  }
}
