import type { LikeCardView } from '#features/likes/contract.ts'
import { ageOn, isIntent, isInterest, utcDay } from '#features/profile/server/public.ts'
import { avatarUrl } from '#shared/avatar.ts'
import type { LikeRow } from './list-queries.ts'

/** A row as its card: age instead of the date of birth, shared interests instead of all, and no place. */
export function toLikeCard(row: LikeRow, now: number): LikeCardView {
  const mine = new Set(row.ownInterests ?? [])
  return {
    id: row.id,
    firstName: row.firstName,
    age: ageOn(row.birthDate, utcDay(now)),
    avatar: avatarUrl(row.avatar),
    intent: row.intent !== null && isIntent(row.intent) ? row.intent : null,
    sharedInterests: row.interests.filter(isInterest).filter((interest) => mine.has(interest)),
    verified: row.verified,
    at: row.at,
    ...(row.conversationId ? { conversationId: row.conversationId } : {}),
  }
}
