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
  /** `key` is the boost's id, chosen by the form: a repeat with the same key is the same boost. */
  activate: action<ActivatedBoost>('/api/boosts/activate', 'activate-boost'),
  list: read<BoostsAnswer>('/api/boosts'),
  /** Whether others see that the member has premium. */
  mark: action('/api/premium/mark', 'premium-mark'),
}

/** Boosts that can be activated, the end of the active one (ms), and the key for a form. */
export type BoostsAnswer = { left: number; until: number | null; key: string }

/** Times in ms. It begins later than now if another boost is active. */
export type ActivatedBoost = { id: string; startsAt: number; endsAt: number }

/**
 * Likes that the member can give now: `left` is the total, `extra` those from packs. `isUnlimited`: premium, so nothing is
 * counted.
 */
export type LikesOwned = DayQuota & { extra: number; isUnlimited: boolean }

/** What a member owns and what is active now; times in ms. */
export type OwnedView = {
  /** Boosts that can be activated now, including this week's from premium. */
  boosts: number
  /** Until when this week's boost from premium can be activated; null without one. */
  weeklyUntil: number | null
  /** The active boost, with its results so far. */
  running: (ActivatedBoost & Counts) | null
  /** Boosts that begin when the active one has ended. */
  waiting: number
  /** The last boost that ended, within the last days. */
  lastBoost: string | null
  premiumUntil: number | null
  /** Others can see that the member has premium. */
  showsPremium: boolean
  gifts: { kind: string; left: number }[]
  /** For the form that activates a boost. */
  key: string
}

/** The results of one boost. `isOver`: it has ended; before that, the counts are those so far. */
export type BoostReceiptView = ActivatedBoost & {
  gain: Counts
  /** Viewers whose people page it has put its member on. */
  shownTo: number
  isOver: boolean
  /** It achieved little, so 15 minutes are granted for it. */
  goodwill: 'none' | 'due' | 'given'
  /** Profile views by members who browse invisibly are not counted. */
  isInvisible: boolean
}
