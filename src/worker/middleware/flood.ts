import { createMiddleware } from 'hono/factory'
import { tooMany } from '#shared/errors.ts'
import { clientAddress } from '#server/client-address.ts'
import type { AppEnv } from '#server/context.ts'
import { OnceAMinute } from '#server/once-a-minute.ts'
import { logSecurity } from '#server/security-events.ts'

/** The binding does not say when its period ends. */
const floodPeriodMs = 10_000

/**
 * At most so many requests per address and 10 s as the rate-limit binding allows (wrangler.toml); 429 above. A flood writes
 * one line per address, minute and isolate, and nothing to the database: it must not cost more than what it is kept from.
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
