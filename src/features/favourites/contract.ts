import { action } from '#shared/routing/action.ts'
import type { LikesLeftView, Relationship } from '#features/likes/contract.ts'
import type { Intent, Interest } from '#features/profile/contract.ts'

/** Maximum number of a member's favourites (product.md 'People'). */
export const favouritesLimit = 200
/** Maximum length of a note in code points. */
export const favouriteNoteLength = 500
export const favouritesPageSize = 24

export const favouriteActions = {
  keep: action<{ favourite: boolean }>('/api/favourites', 'favourite'),
  remove: action<{ favourite: boolean }>('/api/favourites/remove', 'remove-favourite'),
  note: action<{ note: string }>('/api/favourites/note', 'favourite-note'),
}

/** One person of the list. `at`: when they became a favourite, ms. */
export type FavouriteCardView = {
  id: string
  firstName: string
  age: number
  /** URL of the portrait. */
  avatar: string | null
  online: boolean
  intent: Intent | null
  sharedInterests: Interest[]
  verified: boolean
  /** The owner's private note; '' without one. */
  note: string
  at: number
  relationship: Relationship
  /** The person likes the viewer. */
  likesMe: boolean
  /** Set for matches only. */
  conversationId: string | null
}

export type FavouritesProps = {
  cards: FavouriteCardView[]
  /** How many favourites are visible now. */
  total: number
  /** Cursor of the next page, or null on the last one. */
  next: string | null
  /** True on any page but the first. */
  paged: boolean
  /** The URL has an invalid cursor, so this is the first page. */
  isLost: boolean
  quota: LikesLeftView
}
