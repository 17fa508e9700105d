import * as v from 'valibot'
import { isSameSecret } from '#server/crypto/secrets.ts'
import { notFound } from '#shared/errors.ts'
import { answer } from '#server/actions/action.ts'
import { readBody } from '#server/actions/body.ts'
import { handle } from '#server/actions/handle.ts'
import { postText, seedActions } from './contract.ts'

/** The posts of the blog in eleven languages. */
const maxBytes = 4 * 1024 * 1024
const seedInput = v.object({ posts: v.optional(v.array(postText), []) })

/**
 * Fills a local environment with content and demo members; `X-Seed-Secret` is its SESSION_SECRET. In other environments, or with
 * another secret, the route answers as if it did not exist.
 */
export const seedRoutes = handle(seedActions, {
  seed: answer(async (c) => {
    const isAllowed = c.env.ENVIRONMENT === 'local' && isSameSecret(c.req.header('x-seed-secret') ?? '', c.env.SESSION_SECRET)
    if (!isAllowed) throw notFound()
    const { posts } = v.parse(seedInput, await readBody(c, maxBytes))
    // Loaded only here: other requests do not need the demo's people and texts.
    const { seedLocal } = await import('./seed-local.ts')
    return seedLocal(c.env, posts, c.get('now'))
  }),
})
