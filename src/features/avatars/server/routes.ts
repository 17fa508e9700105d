import type { Context } from 'hono'
import { avatarSeedPattern, avatarStyles } from '#shared/avatar.ts'
import { notFound } from '#shared/errors.ts'
import type { AppEnv } from '#server/context.ts'
import { createRouter } from '#server/actions/router.ts'
import { openDrawing } from './address.ts'

const fileName = /^([\w-]+)\.svg$/

const headers = {
  'Content-Type': 'image/svg+xml; charset=utf-8',
  // A seed always draws the same portrait, so browsers may cache it indefinitely.
  'Cache-Control': 'public, max-age=31536000, immutable',
  'Content-Security-Policy': "default-src 'none'",
  'X-Content-Type-Options': 'nosniff',
} as const

/**
 * GET /avatars/{name}.svg: a member's drawing by its sealed name. GET /avatars/{style}/{seed}.svg: a drawing of the home page, or
 * one to choose. 404 for names that this product never creates.
 */
export const avatarRoutes = createRouter()
  .get('/:file', async (c) => {
    const name = fileName.exec(c.req.param('file'))?.[1]
    const seed = name === undefined ? null : await openDrawing(c.env, name)
    if (seed === null) throw notFound()
    return respondDrawing(c, seed)
  })
  .get('/:style/:file', (c) => {
    const seed = fileName.exec(c.req.param('file'))?.[1]
    if (!seed || !avatarSeedPattern.test(seed) || !avatarStyles.some((style) => style === c.req.param('style'))) throw notFound()
    return respondDrawing(c, seed)
  })

async function respondDrawing(c: Context<AppEnv>, seed: string): Promise<Response> {
  // Loaded with the first portrait: the drawing's parts are a third of a megabyte, which most isolates' first request does not
  // need.
  const { drawAvatar } = await import('./draw.ts')
  return c.body(drawAvatar(seed), 200, headers)
}
