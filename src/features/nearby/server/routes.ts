import { addressesFor, shownPhotosStatement, toPhotos } from '#features/photos/server/public.ts'
import { pageLanguage } from '#features/profile/contract.ts'
import { findGroundStatement } from '#features/profile/server/public.ts'
import { requireMember } from '#server/auth/require-member.ts'
import { notFound } from '#shared/errors.ts'
import { answer, on } from '#server/actions/action.ts'
import { handle } from '#server/actions/handle.ts'
import type { AppContext } from '#server/context.ts'
import { nearbyActions, type PeopleCount } from '../contract.ts'
import { countViews } from './boost-views.ts'
import { admitPage, admitPhotos } from './page-limit.ts'
import { countPeople } from './people.ts'
import { candidatesStatement } from './queries.ts'
import { seenInput } from './schemas.ts'
import { parseView } from './view.ts'
import { isVisibleStatement } from '#db/predicates/visible.ts'

export const nearbyRoutes = handle(nearbyActions, {
  count: answer(countFitting),
  photos: answer(listPhotos),
  seen: on(seenInput, async (c, { text }) => {
    const { id } = await requireMember(c)
    return { data: { counted: await countViews(c.env, id, text, c.get('now')) } }
  }),
})

/** Counts the people of the first window who fit the filters, for the filters' button. Counts as a page of people. */
async function countFitting(c: AppContext): Promise<PeopleCount> {
  await admitPage(c)
  const { id, state } = await requireMember(c)
  if (state !== 'complete') throw notFound()
  const [db, now] = [c.get('db'), c.get('now')]
  const { view } = parseView(new URL(c.req.url).searchParams, pageLanguage(c.get('locale').code))
  const window = { from: null, to: null }
  const [[ground], rows] = await db.batch([
    findGroundStatement(db, id),
    candidatesStatement(db, { viewerId: id, view, window, now, at: now }),
  ])
  if (!ground) throw notFound('A member without a profile has nobody nearby')
  return countPeople(ground, rows, view)
}

/** Limited to as many cards a minute; absent, hidden and blocked people get the same 404. */
async function listPhotos(c: AppContext): Promise<{ photos: string[] }> {
  await admitPhotos(c)
  const { id: viewerId, state } = await requireMember(c)
  const id = c.req.query('id') ?? ''
  const db = c.get('db')
  const [[person], rows] = await db.batch([isVisibleStatement(db, viewerId, id), shownPhotosStatement(db, id)])
  if (!person || state !== 'complete') throw notFound()
  const addressOf = await addressesFor(c.env, viewerId, c.get('now'))
  return { photos: toPhotos(rows, addressOf).map(({ address }) => address) }
}
