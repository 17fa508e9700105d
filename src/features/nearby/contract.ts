import { action, read } from '#shared/routing/action.ts'
import type { LikesLeftView } from '#features/likes/contract.ts'
import type { BandLimitKm, DistanceBand } from '#features/location/contract.ts'
import type { Gender, Intent, Interest, PromptAnswerView, SpokenLanguage, TextLanguage } from '#features/profile/contract.ts'
import type { Query } from '#shared/routing/href.ts'
import type { TieKind } from '#shared/text/tie.ts'

export const peoplePerPage = 24
/** Number of people ranked together (product.md 'People'). */
export const windowSize = 200
/** Code points of the text about themselves that a card has room for. */
export const aboutOnCard = 240
/** The same beside others. */
export const sentenceOnCard = 140

/** Filters of premium, by their names in the URL. Lists are joined by commas. */
export const premiumFilters = ['heightMin', 'heightMax', 'drinking', 'smoking', 'education', 'kids', 'interest'] as const
export type PremiumFilters = Partial<Record<(typeof premiumFilters)[number], string>>

/** The view in the list's URL: filters, order, and whether the visitor agreed to look beyond the area. */
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
  /**
   * Only people who speak a language of the reader's, as far as they show it. A reader without languages speaks this one, the page's;
   * null: everyone.
   */
  speaks: SpokenLanguage | null
  /** Valid values only. They filter only for members with premium. */
  premium: PremiumFilters
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
  speaks: null,
  premium: {},
  order: 'best',
  wide: false,
}

/** The query of a view's URL, without defaults. */
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
    speaks: view.speaks ? 'mine' : undefined,
    ...view.premium,
    order: view.order === 'neutral' ? 'neutral' : undefined,
    wide: view.wide ? 1 : undefined,
  }
}

/** How recently the person was active, in coarse steps; `hidden` for people who hide it. */
export type Activity = 'now' | 'day' | 'week' | 'month' | 'earlier' | 'hidden'

/** Points that add up to the score, of 45, 25, 20 and 10. */
export type Points = { common: number; distance: number; activity: number; completeness: number }

/** Why a person ranks where they do. `common` is null if it comes from a compatibility too low to be shown. */
export type Reasons = {
  points: Omit<Points, 'common'> & { common: number | null }
  activity: Activity
  sameIntent: boolean
}

/** One card: everything that members see of a person whom they have not matched. */
export type PersonCardView = {
  id: string
  firstName: string
  age: number
  /** URL of the portrait. */
  avatar: string | null
  band: DistanceBand
  /** The first answer that every member may see. */
  answer: PromptAnswerView | null
  /** The first sentence about themselves, of someone without such an answer; of the only person on a page always, and more of it. */
  about: ({ text: string } & TextLanguage) | null
  online: boolean
  intent: Intent | null
  shared: Interest[]
  /** Languages that both speak, as far as the person shows theirs. */
  languages: SpokenLanguage[]
  /** Compatibility by the quiz, from `leastShownPercent` to 100. Null: lower, or too few questions answered by both. */
  match: number | null
  verified: boolean
  /** Has premium, and shows it. */
  isPremium: boolean
  /** At the top because of a boost, whatever the points. */
  isBoosted: boolean
  /** The person likes the viewer: never blurred, never sold (product.md 'People'). */
  likesMe: boolean
  /** What of the viewer's their like names; null for a plain one. */
  likedThing: TieKind | null
  /** The person is one of the viewer's favourites. */
  isFavourite: boolean
  reasons: Reasons
}

/** How many people these filters would show; `isMost`: there may be more. */
export type PeopleCount = { count: number; isMost: boolean }

export type NearbyNotice = 'filters' | 'cursor'

export type PeopleNearby = {
  view: NearbyView
  people: PersonCardView[]
  /** Cursor of the next page, or null at the end. */
  next: string | null
  isFirstPage: boolean
  notices: NearbyNotice[]
  /** The viewer's own preferences, which limit every filter. */
  seeks: { genders: Gender[]; ageMin: number; ageMax: number }
  /** The viewer has answered too few questions of the quiz for any compatibility. */
  needsQuiz: boolean
  /** Active filters of premium, in words, each with the filters that remain without it. */
  premiumChips: { text: string; rest: PremiumFilters }[]
  /** The store is open. */
  hasStore: boolean
  hasPremium: boolean
  /** When the viewer's active boost ends (ms). */
  boostUntil: number | null
  /** Encrypted token that the page sends back once it is being looked at, to count views of boosts; null without boosts. */
  boostViews: string | null
}

export type PeopleNearbyProps = {
  nearby: PeopleNearby
  quota: LikesLeftView
  /** The day's undo of a pass is unused. */ canUndo: boolean
  /** The browser runs no script. */
  isNoScript: boolean
}

export const nearbyActions = {
  /** Takes the filters of `/people-nearby`. Counts as a page of people. */
  count: read<PeopleCount>('/api/people/count'),
  /** `?id=` of a member: URLs of the photos on their card. */
  photos: read<{ photos: string[] }>('/api/people/photos'),
  /** Sent after the committed navigation to a page of people that has boosted members. */
  seen: action<{ counted: boolean }>('/api/people/seen', 'people-seen'),
}
