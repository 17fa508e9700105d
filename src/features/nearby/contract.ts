import { action, read } from '#shared/routing/action.ts'
import type { LikesLeftView } from '#features/likes/contract.ts'
import type { BandLimitKm, DistanceBand } from '#features/location/contract.ts'
import type { Gender, Intent, Interest } from '#features/profile/contract.ts'
import type { Query } from '#shared/routing/href.ts'

export const peoplePerPage = 24
/** People that are ranked together (product.md 'People'). */
export const windowSize = 200

/** What the address of the list says: filters, order, and whether the visitor agreed to look beyond the area. */
export type NearbyView = {
  ageMin: number | null
  ageMax: number | null
  within: BandLimitKm | null
  genders: Gender[]
  intents: Intent[]
  online: boolean
  verified: boolean
  /** With a photo that a moderator has approved. */
  photo: boolean
  /** `neutral` sorts by last activity alone. */
  order: 'best' | 'neutral'
  wide: boolean
}

export const defaultView: NearbyView = {
  ageMin: null,
  ageMax: null,
  within: null,
  genders: [],
  intents: [],
  online: false,
  verified: false,
  photo: false,
  order: 'best',
  wide: false,
}

/** The query of a view's address: only what differs from the default. */
export function toQuery(view: NearbyView): Query {
  return {
    ageMin: view.ageMin,
    ageMax: view.ageMax,
    within: view.within,
    gender: view.genders.join(','),
    intent: view.intents.join(','),
    online: view.online ? 1 : undefined,
    verified: view.verified ? 1 : undefined,
    photo: view.photo ? 1 : undefined,
    order: view.order === 'neutral' ? 'neutral' : undefined,
    wide: view.wide ? 1 : undefined,
  }
}

/** How lately someone was here, as coarse as it is shown; `hidden` by who does not show it. */
export type Activity = 'now' | 'day' | 'week' | 'month' | 'earlier' | 'hidden'

/** Points that add up to the score, of 45, 25, 20 and 10. */
export type Points = { common: number; distance: number; activity: number; completeness: number }

/** Why someone is shown, and where. `common` is null where a match by the quiz made it that is too low to be told. */
export type Reasons = {
  points: Omit<Points, 'common'> & { common: number | null }
  activity: Activity
  sameIntent: boolean
}

/** One card: all that a stranger may know at this point. */
export type PersonCardView = {
  id: string
  firstName: string
  age: number
  /** Address of the portrait. */
  avatar: string | null
  band: DistanceBand
  online: boolean
  intent: Intent | null
  shared: Interest[]
  /** Match by the quiz, from `leastToldPercent` to 100. Null: lower, or too few questions answered by both. */
  match: number | null
  verified: boolean
  /** Stands before everyone else because of a boost, whatever the points. */
  isBoosted: boolean
  /** They like the viewer: never blurred, never sold (product.md 'People'). */
  likesMe: boolean
  /** The viewer keeps them as a favourite. */
  isFavourite: boolean
  reasons: Reasons
}

/** How many people a choice of filters would show; `isMost`: at least so many, there may be more. */
export type PeopleCount = { count: number; isMost: boolean }

export type NearbyNotice = 'filters' | 'cursor'

export type PeopleNearby = {
  view: NearbyView
  people: PersonCardView[]
  /** Cursor of the next page, or null at the end. */
  next: string | null
  isFirstPage: boolean
  notices: NearbyNotice[]
  /** The viewer's own preferences: no filter reaches beyond them. */
  seeks: { genders: Gender[]; ageMin: number; ageMax: number }
  /** The viewer has answered too little of the quiz for a match with anybody. */
  needsQuiz: boolean
  /** Handed back once the page is being looked at, for the boosts that put somebody on it; null when none did. */
  boostViews: string | null
}

export type PeopleNearbyProps = {
  nearby: PeopleNearby
  quota: LikesLeftView
  /** The day's undo of a pass is unspent. */ canUndo: boolean
}

export const nearbyActions = {
  /** Takes the filters of `/people-nearby`. Counts as a page of people. */
  count: read<PeopleCount>('/api/people/count'),
  /** `?id=` of a member: addresses of the photos that their card leafs through. */
  photos: read<{ photos: string[] }>('/api/people/photos'),
  /** The committed navigation to a page of people on which boosts raised somebody. */
  seen: action<{ counted: boolean }>('/api/people/seen', 'people-seen'),
}
