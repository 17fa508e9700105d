import { Hono } from 'hono'
import { avatarStyles } from '#shared/avatar.ts'
import { notFound } from '#shared/errors.ts'
import type { AppEnv } from '#server/context.ts'

const headers = {
  'Content-Type': 'image/svg+xml; charset=utf-8',
  // A seed always draws the same portrait, so browsers may keep it for ever.
  'Cache-Control': 'public, max-age=31536000, immutable',
  'Content-Security-Policy': "default-src 'none'",
  'X-Content-Type-Options': 'nosniff',
} as const

/** GET /avatars/{style}/{seed}.svg: a drawn portrait; 404 for a style or seed that this product never writes. */
export const avatarRoutes = new Hono<AppEnv>().get('/:style/:file', async (c) => {
  const seed = /^([\w-]{1,64})\.svg$/.exec(c.req.param('file'))?.[1]
  if (!seed || !avatarStyles.some((style) => style === c.req.param('style'))) throw notFound()
  // Loaded at the first portrait: the drawing's parts are a third of a megabyte, which most isolates' first request
  // does not need.
  const { drawAvatar } = await import('./draw.ts')
  return c.body(drawAvatar(seed), 200, headers)
})
