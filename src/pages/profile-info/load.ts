import { BlockDialog } from '#features/blocks/ui/lazy.ts'
import {
  contactStatement,
  sentRequestsStatement,
  toRequestQuota,
  toWriteView,
} from '#features/chat/server/requests/request-queries.ts'
import { RequestDialog } from '#features/chat/ui/requests/lazy-dialog.ts'
import { isFavouriteStatement } from '#features/favourites/server/public.ts'
import {
  hasUndo,
  remainingLikesStatement,
  relationshipStatement,
  toLikesLeft,
  toRelationship,
} from '#features/likes/server/public.ts'
import { TieDialog } from '#features/likes/ui/tie/lazy.ts'
import { bandBetween } from '#features/nearby/server/public.ts'
import { addressesFor, shownPhotosStatement, toPhotos } from '#features/photos/server/public.ts'
import { readerOf } from '#features/profile/server/reader-of.ts'
import { toPerson, toTogether } from '#features/profile/server/person.ts'
import { loadThings, visibleFields } from '#features/profile/server/public.ts'
import { findGroundStatement, findPersonStatement } from '#features/profile/server/queries.ts'
import { PausedNotice } from '#features/profile/ui/lazy.ts'
import { toCompatibility } from '#features/quiz/server/compatibility.ts'
import { ReportDialog } from '#features/reports/ui/lazy.ts'
import { leaveVisit } from '#features/visits/server/public.ts'
import { notFound } from '#shared/errors.ts'
import { photoPortrait, type PortraitOf } from '#shared/photo.ts'
import type { TieView } from '#shared/text/tie.ts'
import { cookieNames } from '#server/cookies.ts'
import { defineLoad } from '#server/pages/load.ts'
import type { Props } from './props.ts'

export default defineLoad({
  statements: async ({ db, viewerId, params, now }) => {
    const id = params.id ?? ''
    return [
      findPersonStatement(db, viewerId, id),
      findGroundStatement(db, viewerId),
      relationshipStatement(db, viewerId, id, now),
      remainingLikesStatement(db, viewerId, now),
      shownPhotosStatement(db, id),
      contactStatement(db, viewerId, id),
      sentRequestsStatement(db, viewerId, now),
      isFavouriteStatement(db, viewerId, id),
    ] as const
  },
  /** Absent, blocked, hidden, paused and deleted people look the same to the visitor: no row, and the same 404. */
  async props(
    { env, viewer, viewerId, url, now, shownPortraitOf: portraitOf, shownPhotos, cookie, translator },
    [[row], [ground], relationships, recentLikes, photos, contact, requests, favourite],
  ): Promise<Props> {
    if (!row || !ground) throw notFound()
    const isOwn = row.id === viewerId
    for (const { photoKey } of photos) shownPhotos.add(photoKey)
    const { received, ...relationship } = toRelationship(relationships)
    const relation = relationship.relationship === 'matched' ? 'match' : 'stranger'
    const isLikeable =
      !isOwn && viewer?.state === 'complete' && (relationship.relationship === 'none' || relationship.relationship === 'passed')
    return {
      person: toPerson({ ...row, showsPremium: isOwn || row.showsPremium }, relation, {
        now,
        portraitOf,
        reader: await readerOf(ground.languages, translator.locale.code),
      }),
      relation: isOwn
        ? null
        : {
            band: bandBetween(ground, row),
            together: toTogether(ground, visibleFields(row, relation)),
            ...relationship,
            received: await toReceived(received, viewerId, portraitOf),
          },
      quota: toLikesLeft(recentLikes, now),
      canUndo: hasUndo(recentLikes, now),
      ties: isLikeable ? { ...(await (await loadThings()).sealThings(env, row)), requests: toRequestQuota(requests, now) } : null,
      named: isLikeable ? url.searchParams.get('tie') : null,
      isFavourite: favourite.length > 0,
      photos: toPhotos(photos, await addressesFor(env, viewerId, now)),
      compatibility: isOwn ? null : await toCompatibility(ground.quiz, row.quiz, translator),
      write: toWriteView(viewerId, {
        contact,
        requests,
        now,
        cid: crypto.randomUUID(),
      }),
      spoken: ground.languages,
      isNoScript: cookie(cookieNames.noScript) !== undefined,
    }
  },
  parts: ({ viewer }, { relation, isNoScript, named }) => [
    ...(named === null ? [] : [TieDialog]),
    ...(isNoScript && relation ? [BlockDialog, ReportDialog, RequestDialog] : []),
    ...(relation && viewer?.state === 'paused' ? [PausedNotice] : []),
  ],
  visited: ({ env, viewerId, params, now }) => leaveVisit(env, { visitorId: viewerId, visitedId: params.id ?? '', now }),
  title: ({ translator }, { person }) => translator.t('people.person', { name: person.firstName, age: person.age }),
})

/** What of the viewer's the other likes, as the list of received likes shows it. */
async function toReceived(json: string | null, ownerId: string, portraitOf: PortraitOf): Promise<TieView | null> {
  if (json === null) return null
  const photoOf = (key: string) => portraitOf(`${photoPortrait}${key}`)
  return (await loadThings()).readTie(json, { relation: 'stranger', photoOf, ownerId })
}
