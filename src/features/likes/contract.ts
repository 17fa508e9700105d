import { action } from '#shared/routing/action.ts'
import type { LikesOwned } from '#features/entitlements/contract.ts'
import type { Intent, Interest, SpokenLanguage } from '#features/profile/contract.ts'
import type { DayQuota } from '#shared/quota-day.ts'
import type { PairTie, TieView } from '#shared/text/tie.ts'

/** Free likes between two resets at 04:00 local (product.md 'People'). */
export const likesPerDay = 25
/** From this number on, the page mentions how many likes are left. */
export const fewLikes = 5
export const likesPageSize = 24
/** A pass expires after this time. */
export const passLifetimeMs = 90 * 24 * 60 * 60 * 1000

/** Code points of the line that goes with a tied like. */
export const tieLineLength = 140

/** One member's relationship to another. `ended`: they were matched, and one of them ended it. */
export type Relationship = 'none' | 'liked' | 'passed' | 'matched' | 'ended'

/** Response to a like. `like_out` and `like_remain` are the names of spec §3. */
export type LikeAnswer = {
  liked: true
  match: boolean
  conversationId?: string
  /** Suggested first messages, for a match only. */
  openings?: string[]
  /** What the two likes are tied to, for a match only. */
  ties?: PairTie[]
  /** The line that goes with the like: `first` if it is that of the day's first like, which one given again keeps. */
  line?: 'sent' | 'first'
  like_out: true
  /** Omitted with premium. */
  like_remain?: number
}

/** `passed`: a pass from before the like is in effect again. */
export type WithdrawAnswer = { liked: false; passed: boolean; like_remain?: number }

export const likeActions = {
  like: action<LikeAnswer>('/api/likes', 'like', { isOneBatch: true }),
  withdraw: action<WithdrawAnswer>('/api/likes/withdraw', 'withdraw-like'),
  pass: action<{ passed: true }>('/api/likes/pass', 'pass', { isOneBatch: true }),
  undo: action<{ undone: string }>('/api/likes/undo', 'undo-pass'),
  /** Sent after the committed navigation to `/likes`. */
  seen: action<{ seen: true }>('/api/likes/seen', 'likes-seen'),
}

/**
 * What a like of one person can be tied to, as its form names it (`tieRef`): the answers by their questions, and the sentences of the text
 * about oneself in their order. A photo is named by its id. `requests`: how many lines the reader can send today.
 */
export type TieOffer = { answers: Record<string, string>; about: string[]; requests: DayQuota }

/** The likes left today and in packs, and when new ones arrive (ms). With premium, nothing is counted. */
export type LikesLeftView = LikesOwned

export const likeTabs = ['received', 'sent', 'matches'] as const
export type LikeTab = (typeof likeTabs)[number]

/** One person in a list of likes. `at`: time of the like or the match, ms. */
export type LikeCardView = {
  id: string
  firstName: string
  age: number
  avatar: string | null
  intent: Intent | null
  sharedInterests: Interest[]
  verified: boolean
  at: number
  /** What the like is tied to; missing from a plain like. */
  tie?: TieView
  /** Of the writer of a received line, and of its reader: the languages that they speak, as far as the reader may know. */
  languages?: string[]
  /** Of the writer of a received line: the language of their text about themselves, if the reader does not speak it. */
  writesIn?: SpokenLanguage | null
  /** Set for matches only. */
  conversationId?: string
}

/** `openings`: suggested first messages, generated from both profiles; none is sent automatically. */
export type MatchView = Pick<LikeCardView, 'id' | 'firstName' | 'avatar'> & {
  conversationId: string
  openings: string[]
  ties: PairTie[]
}
/** The match on its own page. `say`: the opening named in the URL, else ''; `cid`: id of the form's message. */
export type MatchPageView = MatchView & { say: string; cid: string }

export type LikesProps = {
  tab: LikeTab
  counts: Record<LikeTab, number>
  quota: LikesLeftView
  cards: LikeCardView[]
  /** Cursor of the next page, or null on the last one. */
  next: string | null
  /** True on any page but the first. */
  paged: boolean
  /** The URL names an invalid list or cursor, so the first page is shown. */
  isLost: boolean
  /** The new match named in the URL. */
  match: MatchPageView | null
  /** The browser runs no scripts: the report forms are in the page. */
  isNoScript: boolean
}
