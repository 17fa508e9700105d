import { mayOpenPhoto } from '#features/member-hub/server/public.ts'
import { guestId, isPublicPhoto, listServable, objectName, openToken } from '#features/photos/server/public.ts'
import { notFound } from '#shared/errors.ts'
import { photoWidths } from '#shared/photo.ts'
import type { AppContext, Session } from '#server/context.ts'
import { createRouter } from '#server/actions/router.ts'

const fileHeaders = {
  'Content-Type': 'image/webp',
  'Content-Security-Policy': "default-src 'none'",
  // Browsers may cache the photo for one day, because its URL changes daily.
  'Cache-Control': 'private, max-age=86400, immutable',
} as const

/** A guest's copy is never cached: a withdrawn consent closes the photo at the next request. */
const guestFileHeaders = { ...fileHeaders, 'Cache-Control': 'no-store' } as const

type Opened = NonNullable<Awaited<ReturnType<typeof openToken>>>

/**
 * GET /photos/{token}/{width}.webp: for the member for whom the URL was made, while signed in and allowed to see it. Guests get
 * the main photos of public profiles, by URLs made for guests.
 */
export const photoFileRoutes = createRouter().get('/:token/:file', async (c) => {
  const session = c.get('session')
  const width = photoWidths.find((known) => c.req.param('file') === `${known}.webp`)
  if (!width || (session && session.kind !== 'member')) throw notFound()
  const opened = await openToken(c.env, c.req.param('token'), session?.sub ?? guestId, c.get('now'))
  if (!opened) throw notFound()
  const isOpen = session
    ? await isOpenTo(c, session, opened)
    : opened.grant === 'm' && (await isPublicPhoto(c.get('db'), opened.photoKey))
  if (!isOpen) throw notFound()
  const object = await c.env.PHOTOS.get(objectName(opened.photoKey, width))
  if (!object) throw notFound()
  return c.body(object.body, 200, session ? fileHeaders : guestFileHeaders)
})

/**
 * A page's photos are requested together, so the member's hub asks D1 about them together. The database is asked directly about
 * photos that staff decide about, and while the hub does not answer.
 */
async function isOpenTo(c: AppContext, session: Session, { grant, photoKey }: Opened): Promise<boolean> {
  const isOpen = grant === 'm' ? await mayOpenPhoto(c.env, session.sub, { sid: session.sid, photoKey }) : null
  return isOpen ?? (await listServable(c.get('db'), { session, grant, photoKeys: [photoKey] }, c.get('now'))).length > 0
}
