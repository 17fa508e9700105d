import { action } from '#shared/routing/action.ts'
import type { Intent, Interest } from '#features/profile/contract.ts'

/** Free likes between two resets at 04:00 local (product.md 'People'). */
export const likesPerDay = 25
/** From so few left on it is worth a sentence. */
export const fewLikes = 5
export const likesPageSize = 24
/** A pass comes back after so long. */
export const passLifetimeMs = 90 * 24 * 60 * 60 * 1000

/** How one member stands to another, in the eyes of the first. `ended`: they were matched, and one of them ended it. */
export type Relationship = 'none' | 'liked' | 'passed' | 'matched' | 'ended'

/** Answer to a like. `like_out` and `like_remain` are the names of spec §3. */
export type LikeAnswer = {
  liked: true
  match: boolean
  conversationId?: string
  /** Of a match: first messages to choose from. */
  openings?: string[]
  like_out: true
  like_remain: number
}

/** `passed`: the pass from before the like counts again. */
export type WithdrawAnswer = { liked: false; passed: boolean; like_remain: number }

export const likeActions = {
  like: action<LikeAnswer>('/api/likes', 'like'),
  withdraw: action<WithdrawAnswer>('/api/likes/withdraw', 'withdraw-like'),
  pass: action<{ passed: true }>('/api/likes/pass', 'pass'),
  undo: action<{ undone: string }>('/api/likes/undo', 'undo-pass'),
  /** The committed navigation to `/likes`. */
  seen: action<{ seen: true }>('/api/likes/seen', 'likes-seen'),
}

/** What is left of today's likes and when new ones arrive (ms). */
export type LikesLeftView = { left: number; limit: number; resetsAt: number }

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
  /** Only of matches. */
  conversationId?: string
}

/** `openings`: first messages to choose from, made of what both have told; none of them is sent by itself. */
export type MatchView = Pick<LikeCardView, 'id' | 'firstName' | 'avatar'> & { conversationId: string; openings: string[] }
/** On a page of its own. `say`: the opening that the address asks for, ''; `cid`: of the message that the form would send. */
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
  /** The address named a list or a page that is none: the first one stands in. */
  isLost: boolean
  /** The match that has just come about, when the address names one. */
  match: MatchPageView | null
}
