import { relationshipOf } from '#features/likes/server/public.ts'
import { isOnline, toPersonCard } from '#features/profile/server/public.ts'
import type { PortraitOf } from '#shared/photo.ts'
import type { VisitorCardView } from '../contract.ts'
import type { VisitorRow } from './list-queries.ts'

/** Turns a row into its card. `seenAt`: later visits are new. */
export function toVisitorCard(
  row: VisitorRow,
  { seenAt, now, portraitOf }: { seenAt: number; now: number; portraitOf: PortraitOf },
): VisitorCardView {
  return {
    ...toPersonCard(row, now, portraitOf).person,
    online: isOnline(row, now),
    at: row.at,
    count: row.count,
    isNew: row.at > seenAt,
    relationship: relationshipOf(row),
    likesMe: Boolean(row.likesMe) && !row.ended,
    conversationId: row.conversationId,
    isFavourite: Boolean(row.isFavourite),
  }
}
