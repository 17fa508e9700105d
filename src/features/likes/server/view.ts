import type { LikeCardView } from '#features/likes/contract.ts'
import { ageOn, isIntent, isInterest, utcDay, visibleFields } from '#features/profile/server/public.ts'
import type { PortraitOf } from '#shared/photo.ts'
import type { LikeRow } from './list-queries.ts'

/** A row as its card: age instead of the date of birth, shared interests instead of all, no place, and nothing hidden. */
export function toLikeCard(row: LikeRow, now: number, portraitOf: PortraitOf): LikeCardView {
  const mine = new Set(row.ownInterests ?? [])
  const { intent, interests } = visibleFields(row, row.conversationId === null ? 'stranger' : 'match')
  return {
    id: row.id,
    firstName: row.firstName,
    age: ageOn(row.birthDate, utcDay(now)),
    avatar: portraitOf(row.avatar),
    intent: intent !== null && isIntent(intent) ? intent : null,
    sharedInterests: interests.filter(isInterest).filter((interest) => mine.has(interest)),
    verified: row.verified,
    at: row.at,
    ...(row.conversationId ? { conversationId: row.conversationId } : {}),
  }
}
