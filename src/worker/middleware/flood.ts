import { createMiddleware } from 'hono/factory'
import { tooMany } from '#shared/errors.ts'
import { clientAddress } from '#worker/http/client-address.ts'
import type { AppEnv } from '#worker/http/context.ts'

/** The binding does not say when its period ends. */
const floodPeriodMs = 10_000

/** At most so many requests per address and 10 s as the rate-limit binding allows (wrangler.toml); 429 above. */
export function floodGuard() {
  return createMiddleware<AppEnv>(async function limitFlood(c, next) {
    const { success } = await c.env.FLOOD_LIMIT.limit({ key: clientAddress(c) })
    if (!success) throw tooMany('Too many requests from one address', floodPeriodMs)
    await next()
  })
}
