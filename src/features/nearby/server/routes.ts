import { Hono } from 'hono'
import { addressesFor, shownPhotosStatement, toPhotos } from '#features/photos/server/public.ts'
import { findGroundStatement, isVisibleStatement } from '#features/profile/server/public.ts'
import { requireMember } from '#server/auth/require-member.ts'
import { notFound } from '#shared/errors.ts'
import { action } from '#server/actions/action.ts'
import type { AppEnv } from '#server/context.ts'
import { countViews } from './boost-views.ts'
import { admitPage, admitPhotos } from './page-limit.ts'
import { countPeople } from './people.ts'
import { candidatesStatement } from './queries.ts'
import { seenInput } from './schemas.ts'
import { parseView } from './view.ts'

export const nearbyRoutes = new Hono<AppEnv>()
  /** GET /count?{filters}: how many people of the first window fit, for the filters' button. Counts as a page of people. */
  .get('/count', async (c) => {
    await admitPage(c)
    const { id, state } = await requireMember(c)
    if (state !== 'complete') throw notFound()
    const [db, now] = [c.get('db'), c.get('now')]
    const { view } = parseView(new URL(c.req.url).searchParams)
    const window = { from: null, to: null }
    const [[ground], rows] = await db.batch([
      findGroundStatement(db, id),
      candidatesStatement(db, { viewerId: id, view, window, now, at: now }),
    ])
    if (!ground) throw notFound('A member without a profile has nobody nearby')
    return c.json(countPeople(ground, rows, view))
  })
  /** GET /photos?id={member}: the photos that a card leafs through, of so many a minute; absent, hidden and blocked people get the same 404. */
  .get('/photos', async (c) => {
    await admitPhotos(c)
    const { id: viewerId, state } = await requireMember(c)
    const id = c.req.query('id') ?? ''
    const db = c.get('db')
    const [[person], rows] = await db.batch([isVisibleStatement(db, viewerId, id), shownPhotosStatement(db, id)])
    if (!person || state !== 'complete') throw notFound()
    const addressOf = await addressesFor(c.env, viewerId, c.get('now'))
    return c.json({ photos: toPhotos(rows, addressOf).map(({ address }) => address) })
  })
  /** POST /seen `{text}`: the committed navigation to a page of people on which boosts raised somebody. */
  .post(
    '/seen',
    action('people-seen', seenInput, async (c, { text }) => {
      const { id } = await requireMember(c)
      return { data: { counted: await countViews(c.env, id, text, c.get('now')) } }
    }),
  )
