import { likesPageSize, likeTabs, type LikesProps, type LikeTab } from '#features/likes/contract.ts'
import { countsStatement, formatCursor, listStatement, matchStatement, parseCursor } from '#features/likes/server/list-queries.ts'
import { remainingLikesStatement, toLikesLeft } from '#features/likes/server/public.ts'
import { toLikeCard } from '#features/likes/server/view.ts'
import { defineLoad } from '#worker/http/load.ts'

const tabOf = (url: URL): LikeTab => likeTabs.find((tab) => tab === url.searchParams.get('tab')) ?? 'received'
const cursorOf = (url: URL) => parseCursor(url.searchParams.get('after'))

export default defineLoad({
  statements: ({ db, sub, url, now }) => [
    listStatement(db, tabOf(url), { sub, now, cursor: cursorOf(url) }),
    countsStatement(db, sub, now),
    remainingLikesStatement(db, sub, now),
    matchStatement(db, sub, url.searchParams.get('match') ?? ''),
  ],
  props({ url, now, portraitOf }, [rows, [counts], recent, [match]]): LikesProps {
    const shown = rows.slice(0, likesPageSize)
    const last = rows.length > likesPageSize ? shown.at(-1) : undefined
    return {
      tab: tabOf(url),
      counts: counts ?? { received: 0, sent: 0, matches: 0 },
      quota: toLikesLeft(recent, now),
      cards: shown.map((row) => toLikeCard(row, now, portraitOf)),
      next: last ? formatCursor(last) : null,
      paged: cursorOf(url) !== null,
      match: match ? { ...match, avatar: portraitOf(match.avatar) } : null,
    }
  },
  title: ({ translator }) => translator.t('likes.title'),
})
