import { createMiddleware } from 'hono/factory'
import type { AppEnv } from '#server/context.ts'
import { AppError } from '#shared/errors.ts'

/** The cron, which applies the list, runs every five minutes. */
const retryAfterS = 300

/**
 * After a restore of D1, refuses everything until the list of deletions has been applied: no one may see, or sign in to, an account
 * that the restore has brought back. Costs a read per request while `RESTORE_EPOCH` is set, and otherwise nothing.
 */
export function refuseWhileRestoring() {
  return createMiddleware<AppEnv>(async function refuseUntilApplied(c, next) {
    if (!c.env.RESTORE_EPOCH) return next()
    const { isRestoring } = await import('../purge/apply-list.ts')
    if (await isRestoring(c.env)) throw new AppError('D1 is being restored', { status: 503, code: 'closed', retryAfterS })
    return next()
  })
}
