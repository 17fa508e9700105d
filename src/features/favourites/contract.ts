import { action } from '#shared/routing/action.ts'
import type { LikesLeftView, Relationship } from '#features/likes/contract.ts'
import type { Intent, Interest } from '#features/profile/contract.ts'

/** How many people a member may keep (product.md 'People'). */
export const favouritesLimit = 200
/** Code points of the own note. */
export const favouriteNoteLength = 500
export const favouritesPageSize = 24

export const favouriteActions = {
  keep: action<{ favourite: boolean }>('/api/favourites', 'favourite'),
  remove: action<{ favourite: boolean }>('/api/favourites/remove', 'remove-favourite'),
  note: action<{ note: string }>('/api/favourites/note', 'favourite-note'),
}

/** One person of the list. `at`: since when they are kept, ms. */
export type FavouriteCardView = {
  id: string
  firstName: string
  age: number
  /** Address of the portrait. */
  avatar: string | null
  online: boolean
  intent: Intent | null
  sharedInterests: Interest[]
  verified: boolean
  /** The owner's own words; '' without any. */
  note: string
  at: number
  relationship: Relationship
  /** They like the viewer. */
  likesMe: boolean
  /** Only of a match. */
  conversationId: string | null
}

export type FavouritesProps = {
  cards: FavouriteCardView[]
  /** How many of those who are kept can be seen now. */
  total: number
  /** Cursor of the next page, or null on the last one. */
  next: string | null
  /** True on any page but the first. */
  paged: boolean
  /** The address named a page that is none: this is the first one. */
  isLost: boolean
  quota: LikesLeftView
}
