import { likesPageSize, likeTabs, type LikesProps, type LikeTab } from '#features/likes/contract.ts'
import { formatCursor, readCursor } from '#db/time-cursor.ts'
import { countsStatement, listStatement, matchStatement } from '#features/likes/server/list-queries.ts'
import { showsNews } from '#features/likes/rules.ts'
import { remainingLikesStatement, toLikesLeft } from '#features/likes/server/public.ts'
import { withSaidLines } from '#features/likes/server/ties/said-lines.ts'
import { toLikeCards } from '#features/likes/server/view.ts'
import { matchMomentMs } from '#features/notifications/contract.ts'
import { MatchMoment } from '#features/likes/ui/match/lazy.ts'
import { markKindRead } from '#features/member-hub/server/public.ts'
import { materialStatement, openingOf, toOpenings, type MatchName } from '#features/openings/server/public.ts'
import { ReportDialog } from '#features/reports/ui/lazy.ts'
import { toPairTies } from '#features/profile/server/public.ts'
import { photoPortrait } from '#shared/photo.ts'
import { cookieNames } from '#server/cookies.ts'
import { defineLoad } from '#server/pages/load.ts'

/** Parses the URL; for an invalid one, returns the first page of the first list. */
function readAddress({ searchParams }: URL) {
  const asked = searchParams.get('tab')
  const tab = likeTabs.find((known) => known === asked)
  const { cursor, isLost } = readCursor(searchParams.get('after'))
  return { tab: tab ?? ('received' satisfies LikeTab), cursor, isLost: isLost || (Boolean(asked) && tab === undefined) }
}

/** The new match is named by the other member, or by its conversation, as in a notification. */
const matchOf = ({ searchParams }: URL): MatchName => {
  const conversation = searchParams.get('chat')
  return conversation === null ? { other: searchParams.get('match') ?? '' } : { conversation }
}

export default defineLoad({
  statements: ({ db, viewerId, url, now }) => [
    listStatement(db, readAddress(url).tab, { viewerId, now, cursor: readAddress(url).cursor }),
    countsStatement(db, viewerId, now),
    remainingLikesStatement(db, viewerId, now),
    matchStatement(db, viewerId, matchOf(url)),
    materialStatement(db, viewerId, matchOf(url)),
  ],
  async props(
    { env, url, viewerId, now, shownPortraitOf: portraitOf, cookie, translator },
    [rows, [counts], recent, [match], material],
  ): Promise<LikesProps> {
    const { tab, cursor, isLost } = readAddress(url)
    const shown = rows.slice(0, likesPageSize)
    const last = rows.length > likesPageSize ? shown.at(-1) : undefined
    const openings = match ? await toOpenings(material, viewerId, translator.locale.code) : []
    const photoOf = (key: string) => portraitOf(`${photoPortrait}${key}`)
    const ties = match ? await toPairTies(match.ties, viewerId, photoOf) : []
    // Later a line is a message like any other.
    const isNew = match !== undefined && match.matchedAt > now - matchMomentMs
    return {
      tab,
      counts: counts ?? { received: 0, sent: 0, matches: 0 },
      quota: toLikesLeft(recent, now),
      cards: await toLikeCards(shown, {
        now,
        portraitOf,
        code: translator.locale.code,
        ownerId: tab === 'received' ? viewerId : null,
      }),
      next: last ? formatCursor(last) : null,
      paged: cursor !== null,
      isLost,
      match: match
        ? {
            id: match.id,
            firstName: match.firstName,
            conversationId: match.conversationId,
            avatar: portraitOf(match.avatar),
            openings,
            ties: isNew
              ? await withSaidLines(env, ties, { conversationId: match.conversationId, viewerId, otherId: match.id })
              : ties.map((tie) => ({ ...tie, line: null })),
            say: openingOf(openings, url),
            cid: crypto.randomUUID(),
          }
        : null,
      isNoScript: cookie(cookieNames.noScript) !== undefined,
    }
  },
  parts: (_, { match, isNoScript }) => [...(match ? [MatchMoment] : []), ...(isNoScript ? [ReportDialog] : [])],
  async visited({ env, viewerId, now }, props) {
    if (showsNews(props)) await markKindRead(env, viewerId, 'like', now)
  },
  title: ({ translator }) => translator.t('likes.title'),
})
