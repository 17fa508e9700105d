import { remainingLikesStatement, toLikesLeft } from '#features/likes/server/public.ts'
import { visitorsPageSize, type VisitorsProps } from '#features/visits/contract.ts'
import { formatVisitorsCursor, readVisitorsCursor } from '#features/visits/server/cursor.ts'
import { ownViewStatement, visitorsStatement } from '#features/visits/server/list-queries.ts'
import { seeVisitors } from '#features/visits/server/public.ts'
import { toVisitorCard } from '#features/visits/server/view.ts'
import { notFound } from '#shared/errors.ts'
import { defineLoad } from '#server/pages/load.ts'

const readAddress = ({ searchParams }: URL) => readVisitorsCursor(searchParams.get('after'))

export default defineLoad({
  statements: ({ db, viewerId, url, now }) => [
    visitorsStatement(db, { viewerId, now, cursor: readAddress(url).cursor }),
    ownViewStatement(db, viewerId),
    remainingLikesStatement(db, viewerId, now),
  ],
  props({ url, now, shownPortraitOf: portraitOf }, [rows, [own], recent]): VisitorsProps {
    if (!own) throw notFound('A member without a profile has no visitors')
    const { cursor, isLost } = readAddress(url)
    const seenAt = cursor?.seenAt ?? own.seenAt
    const shown = rows.slice(0, visitorsPageSize)
    const last = rows.length > visitorsPageSize ? shown.at(-1) : undefined
    return {
      cards: shown.map((row) => toVisitorCard(row, { seenAt, now, portraitOf })),
      next: last ? formatVisitorsCursor({ ...last, seenAt }) : null,
      paged: cursor !== null,
      isLost,
      isInvisible: own.isInvisible,
      quota: toLikesLeft(recent, now),
    }
  },
  // Later pages and hidden lists exclude the visitors since the first page.
  async visited({ env, viewerId, now }, { paged, isInvisible }) {
    if (!paged && !isInvisible) await seeVisitors(env, viewerId, now)
  },
  title: ({ translator }) => translator.t('visitors.title'),
})
