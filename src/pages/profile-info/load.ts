import { conversationIdOf } from '#features/chat/server/public.ts'
import type { WriteView } from '#features/chat/contract.ts'
import { contactStatement, sentRequestsStatement, toWriteView } from '#features/chat/server/request-queries.ts'
import { remainingLikesStatement, standingStatement, toLikesLeft, toStanding } from '#features/likes/server/public.ts'
import { bandBetween } from '#features/nearby/server/people.ts'
import type { PhotoView } from '#features/photos/contract.ts'
import { addressesFor, shownPhotosStatement, toPhotos } from '#features/photos/server/public.ts'
import type { ProfileInfoProps } from '#features/profile/contract.ts'
import { toPerson, toTogether } from '#features/profile/server/person.ts'
import { visibleFields } from '#features/profile/server/public.ts'
import { findGroundStatement, findPersonStatement } from '#features/profile/server/queries.ts'
import { recordVisit } from '#features/visits/server/public.ts'
import { notFound } from '#shared/errors.ts'
import { defineLoad } from '#worker/http/load.ts'

export default defineLoad({
  statements: async ({ db, sub, params, now }) => {
    const id = params.id ?? ''
    return [
      findPersonStatement(db, sub, id),
      findGroundStatement(db, sub),
      standingStatement(db, sub, id, now),
      remainingLikesStatement(db, sub, now),
      shownPhotosStatement(db, id),
      contactStatement(db, sub, await conversationIdOf(sub, id)),
      sentRequestsStatement(db, sub, now),
    ] as const
  },
  /** Absent, blocked, hidden, paused and deleted people are the same to the visitor: no row, and the same 404. */
  async props(
    { env, sub, now, portraitOf },
    [[row], [ground], standings, recentLikes, photos, contact, requests],
  ): Promise<ProfileInfoProps & { photos: PhotoView[]; write: WriteView }> {
    if (!row || !ground) throw notFound()
    const isOwn = row.id === sub
    const standing = toStanding(standings)
    const relation = standing.standing === 'matched' ? 'match' : 'stranger'
    return {
      person: toPerson(row, relation, now, portraitOf),
      relation: isOwn
        ? null
        : {
            band: bandBetween(ground, row),
            together: toTogether(ground, visibleFields(row, relation)),
            ...standing,
          },
      quota: toLikesLeft(recentLikes, now),
      photos: toPhotos(photos, await addressesFor(env, sub, now)),
      write: toWriteView(sub, {
        contact,
        requests,
        now,
        conversation: await conversationIdOf(sub, row.id),
        cid: crypto.randomUUID(),
      }),
    }
  },
  visited: ({ db, sub, params, now }) => recordVisit(db, { visitorId: sub, visitedId: params.id ?? '', now }),
  title: ({ translator }, { person }) => translator.t('people.person', { name: person.firstName, age: person.age }),
})
