import { createMiddleware } from 'hono/factory'
import { tooMany } from '#shared/errors.ts'
import { clientAddress } from '#server/client-address.ts'
import type { AppEnv } from '#server/context.ts'
import { OnceAMinute } from '#server/once-a-minute.ts'
import { logSecurity } from '#server/security-events.ts'

/** The binding does not report when its period ends. */
const floodPeriodMs = 10_000

/**
 * Allows as many requests per address and 10 s as the rate-limit binding says (wrangler.toml); 429 above. A flood logs one line
 * per address, minute and isolate, and writes nothing to the database: refusing requests must not cost more than serving them.
 */
export function floodGuard() {
  const noted = new OnceAMinute()
  return createMiddleware<AppEnv>(async function limitFlood(c, next) {
    const address = clientAddress(c)
    const { success } = await c.env.FLOOD_LIMIT.limit({ key: address })
    if (!success) {
      if (noted.isFirst(address, c.get('now'))) logSecurity(c, { kind: 'limit-reached', what: 'flood' })
      throw tooMany('Too many requests from one address', floodPeriodMs)
    }
    await next()
  })
}
