import type { LikeCardView } from '#features/likes/contract.ts'
import { isInterest, toPersonCard } from '#features/profile/server/public.ts'
import type { PortraitOf } from '#shared/photo.ts'
import type { LikeRow } from './list-queries.ts'

/** Turns a row into its card, with only the shared interests and without a location. */
export function toLikeCard(row: LikeRow, now: number, portraitOf: PortraitOf): LikeCardView {
  const mine = new Set(row.ownInterests ?? [])
  const { person, interests } = toPersonCard(row, now, portraitOf)
  return {
    ...person,
    sharedInterests: interests.filter(isInterest).filter((interest) => mine.has(interest)),
    at: row.at,
    ...(row.conversationId ? { conversationId: row.conversationId } : {}),
  }
}
