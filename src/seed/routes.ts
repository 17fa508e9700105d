import { Hono } from 'hono'
import { isSameSecret } from '#server/crypto/secrets.ts'
import { notFound } from '#shared/errors.ts'
import type { AppEnv } from '#server/context.ts'

/**
 * POST /api/demo/seed fills a local environment with content and demo members; `X-Seed-Secret` is its SESSION_SECRET.
 * Anywhere else, and for anyone else, the address does not exist.
 */
export const demoRoutes = new Hono<AppEnv>().post('/seed', async (c) => {
  const isAllowed = c.env.ENVIRONMENT === 'local' && isSameSecret(c.req.header('x-seed-secret') ?? '', c.env.SESSION_SECRET)
  if (!isAllowed) throw notFound()
  // The demo's people and their words are no part of what other requests load.
  const { seedLocal } = await import('./seed-local.ts')
  return c.json(await seedLocal(c.env, c.get('now')))
})
