import { isSameSecret } from '#server/crypto/secrets.ts'
import { notFound } from '#shared/errors.ts'
import { action } from '#shared/routing/action.ts'
import { answer } from '#server/actions/action.ts'
import type { seedLocal } from './seed-local.ts'
import { handle } from '#server/actions/handle.ts'

export const seedActions = { seed: action<Awaited<ReturnType<typeof seedLocal>>>('/api/demo/seed', '') }

/**
 * Fills a local environment with content and demo members; `X-Seed-Secret` is its SESSION_SECRET.
 * Anywhere else, and for anyone else, the address does not exist.
 */
export const seedRoutes = handle(seedActions, {
  seed: answer(async (c) => {
    const isAllowed = c.env.ENVIRONMENT === 'local' && isSameSecret(c.req.header('x-seed-secret') ?? '', c.env.SESSION_SECRET)
    if (!isAllowed) throw notFound()
    // The demo's people and their words are no part of what other requests load.
    const { seedLocal } = await import('./seed-local.ts')
    return seedLocal(c.env, c.get('now'))
  }),
})
