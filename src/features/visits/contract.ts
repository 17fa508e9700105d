import { action } from '#shared/routing/action.ts'
import type { LikesLeftView, Relationship } from '#features/likes/contract.ts'
import type { Intent } from '#features/profile/contract.ts'

/** How long a visit is remembered (product.md 'People'). */
export const visitLifetimeMs = 30 * 24 * 60 * 60_000
/** Another look within half an hour belongs to the same visit. */
export const sameVisitMs = 30 * 60_000
export const visitorsPageSize = 24

/** Both are sent after a committed navigation: to a profile, and to `/visitors`. */
export const visitActions = {
  leave: action<{ recorded: true }>('/api/visits', 'visit', { isOneBatch: true }),
  seen: action<{ seen: true }>('/api/visits/seen', 'visitors-seen'),
}

/** A person who looked at the viewer's profile. `at`: the last time, ms. */
export type VisitorCardView = {
  id: string
  firstName: string
  age: number
  /** URL of the portrait. */
  avatar: string | null
  online: boolean
  intent: Intent | null
  verified: boolean
  at: number
  /** Number of visits; those within half an hour count as one. */
  count: number
  /** True for a visit after the viewer last opened this list. */
  isNew: boolean
  relationship: Relationship
  /** The visitor likes the viewer. */
  likesMe: boolean
  /** Set for matches only. */
  conversationId: string | null
  isFavourite: boolean
}

export type VisitorsProps = {
  cards: VisitorCardView[]
  /** Cursor of the next page, or null on the last one. */
  next: string | null
  /** True on any page but the first. */
  paged: boolean
  /** The URL has an invalid cursor, so this is the first page. */
  isLost: boolean
  /** Members who leave no visits cannot see any either. */
  isInvisible: boolean
  quota: LikesLeftView
}
