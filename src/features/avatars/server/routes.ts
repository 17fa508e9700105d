import type { Context } from 'hono'
import { drawingPartsUrl, parseAvatar, type ParsedAvatar } from '#shared/avatar.ts'
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
 * one to choose. GET /avatars/parts/{number}.svg: the parts of the builder. 404 for names that this product never creates.
 */
export const avatarRoutes = createRouter()
  .get('/:file', async (c) => {
    const name = fileName.exec(c.req.param('file'))?.[1]
    const avatar = name === undefined ? null : await openDrawing(c.env, name)
    return respondDrawing(c, avatar && (await draw(avatar)))
  })
  .get(drawingPartsUrl.slice('/avatars'.length), async (c) => respondDrawing(c, (await loadBuilt()).drawPartsFile()))
  .get('/:style/:file', async (c) => {
    const seed = fileName.exec(c.req.param('file'))?.[1]
    const avatar = seed === undefined ? null : parseAvatar(`${c.req.param('style')}:${seed}`)
    return respondDrawing(c, avatar && (await draw(avatar)))
  })

// Loaded with the first portrait: the drawing's parts are a third of a megabyte, which most isolates' first request does not need.
const loadReady = () => import('./draw.ts')
const loadBuilt = () => import('./draw-built.ts')

/** Null for choices that do not exist. */
async function draw({ style, seed }: ParsedAvatar): Promise<string | null> {
  return style === 'built' ? (await loadBuilt()).drawCode(seed) : (await loadReady()).drawAvatar(seed)
}

function respondDrawing(c: Context<AppEnv>, drawing: string | null): Response {
  if (drawing === null) throw notFound()
  return c.body(drawing, 200, headers)
}
