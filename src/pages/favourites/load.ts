import { formatCursor, readCursor } from '#db/time-cursor.ts'
import { favouritesPageSize, type FavouritesProps } from '#features/favourites/contract.ts'
import { favouritesStatement, favouritesTotalStatement } from '#features/favourites/server/list-queries.ts'
import { toFavouriteCard } from '#features/favourites/server/view.ts'
import { remainingLikesStatement, toLikesLeft } from '#features/likes/server/public.ts'
import { defineLoad } from '#server/pages/load.ts'

const readAddress = ({ searchParams }: URL) => readCursor(searchParams.get('after'))

export default defineLoad({
  statements: ({ db, viewerId, url, now }) => [
    favouritesStatement(db, viewerId, readAddress(url).cursor),
    favouritesTotalStatement(db, viewerId),
    remainingLikesStatement(db, viewerId, now),
  ],
  props({ url, now, shownPortraitOf: portraitOf }, [rows, [counted], recent]): FavouritesProps {
    const { cursor, isLost } = readAddress(url)
    const shown = rows.slice(0, favouritesPageSize)
    const last = rows.length > favouritesPageSize ? shown.at(-1) : undefined
    return {
      cards: shown.map((row) => toFavouriteCard(row, now, portraitOf)),
      total: counted?.total ?? 0,
      next: last ? formatCursor(last) : null,
      paged: cursor !== null,
      isLost,
      quota: toLikesLeft(recent, now),
    }
  },
  title: ({ translator }) => translator.t('favourites.title'),
})
