import { createMiddleware } from 'hono/factory'
import { AppError } from '#shared/errors.ts'
import type { AppEnv } from '#worker/http/context.ts'

/** At most so many requests per address and 10 s as the rate-limit binding allows (wrangler.toml); 429 above. */
export function floodGuard() {
  return createMiddleware<AppEnv>(async function limitFlood(c, next) {
    const address = c.req.header('cf-connecting-ip') ?? 'unknown'
    const { success } = await c.env.FLOOD_LIMIT.limit({ key: address })
    if (!success) throw new AppError('Too many requests from one address', { status: 429, code: 'too-many' })
    await next()
  })
}
