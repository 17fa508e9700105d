import { relationshipOf } from '#features/likes/server/public.ts'
import { isInterest, isOnline, toPersonCard } from '#features/profile/server/public.ts'
import type { PortraitOf } from '#shared/photo.ts'
import type { FavouriteCardView } from '../contract.ts'
import type { FavouriteRow } from './list-queries.ts'

/** A row as its card, with shared interests instead of all. */
export function toFavouriteCard(row: FavouriteRow, now: number, portraitOf: PortraitOf): FavouriteCardView {
  const mine = new Set(row.ownInterests ?? [])
  const { person, interests } = toPersonCard(row, now, portraitOf)
  return {
    ...person,
    online: isOnline(row, now),
    sharedInterests: interests.filter(isInterest).filter((interest) => mine.has(interest)),
    note: row.note,
    at: row.at,
    relationship: relationshipOf(row),
    likesMe: Boolean(row.likesMe) && !row.ended,
    conversationId: row.conversationId,
  }
}
