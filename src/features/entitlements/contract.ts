import { action, read } from '#shared/routing/action.ts'
import type { DayQuota } from '#shared/quota-day.ts'
import type { Counts } from './gain.ts'

/** The ledger's rules, for the features that sell and spend. */
export {
  balanceAt,
  boostMs,
  goodwillBoostMs,
  lotsOf,
  planBoost,
  planReturn,
  planUse,
  premiumOf,
  premiumUntil,
  usedWeeksOf,
  type Entry,
} from './rules.ts'
export { fewViews, usualDays, type Counts } from './gain.ts'

export const boostActions = {
  /** `key` is the boost's id, chosen by the form: the same key is the same boost. */
  activate: action<ActivatedBoost>('/api/boosts/activate', 'activate-boost'),
  list: read<BoostsAnswer>('/api/boosts'),
  /** Whether others see that the member has premium. */
  mark: action('/api/premium/mark', 'premium-mark'),
}

/** Boosts that can be activated, the end of the one that runs (ms), and the key for a form. */
export type BoostsAnswer = { left: number; until: number | null; key: string }

/** Times in ms. It begins later than now after one that runs. */
export type ActivatedBoost = { id: string; startsAt: number; endsAt: number }

/** Likes that one can give now: `left` is all of them, `extra` those of packs. `isUnlimited`: premium, nothing is counted. */
export type LikesOwned = DayQuota & { extra: number; isUnlimited: boolean }

/** What a member owns and what it is doing now; times in ms. */
export type OwnedView = {
  /** Boosts that can be activated now, with the one of this week of premium. */
  boosts: number
  /** Until when this week's boost of premium can be activated; null without one. */
  weeklyUntil: number | null
  /** The boost that runs, with what it brought so far. */
  running: (ActivatedBoost & Counts) | null
  /** Boosts that begin when the one that runs has ended. */
  waiting: number
  /** The last boost that has ended, in the last days. */
  lastBoost: string | null
  premiumUntil: number | null
  /** Others can see that the member has premium. */
  showsPremium: boolean
  gifts: { kind: string; left: number }[]
  /** For the form that activates a boost. */
  key: string
}

/** What one boost brought. `isOver`: it has ended; before that the counts are those so far. */
export type BoostReceiptView = ActivatedBoost & {
  gain: Counts
  /** Viewers on whose page of people it put its member. */
  shownTo: number
  isOver: boolean
  /** It brought little, and 15 minutes are given for it. */
  goodwill: 'none' | 'due' | 'given'
  /** Profile views are not counted of members who browse invisibly. */
  isInvisible: boolean
}
