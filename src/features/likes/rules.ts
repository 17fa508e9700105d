import { countedSince, quotaLeft, type HeldWindow } from '#shared/quota-day.ts'
import { likesPerDay, type LikesLeftView, type LikesProps } from './contract.ts'

/** Recent likes of a member, and what the ledger says of theirs; times in ms. */
export type GivenLikes = {
  /** Withdrawn likes are among them: they still count. */
  givenAt: readonly number[]
  /** Those of them that packs have paid for. */
  paidAt: readonly number[]
  /** Likes that are left of packs. */
  extra: number
  isUnlimited: boolean
}

/** What is left of today's likes, and of packs. */
export function likesLeft(
  { givenAt, paidAt, extra, isUnlimited }: GivenLikes,
  now: number,
  timeZone: string,
  held?: HeldWindow,
): LikesLeftView {
  const since = countedSince(now, timeZone, held?.heldStart ?? null)
  const paid = paidAt.filter((at) => at >= since).length
  const { left, ...quota } = quotaLeft(likesPerDay + paid, givenAt, now, { timeZone, ...held })
  return { ...quota, left: Math.min(left, likesPerDay) + extra, limit: likesPerDay, extra, isUnlimited }
}

/** Likes of a day, as the transaction that writes one reads them. */
export type DayLikes = {
  used: number
  /** Those of them that packs have paid for. */
  paid: number
  extra: number
  isPremium: number
}

/** How many likes are left after that; undefined with premium, where nothing is counted. */
export function remainingAfter({ used, paid, extra, isPremium }: DayLikes): number | undefined {
  return isPremium ? undefined : Math.min(likesPerDay, Math.max(0, likesPerDay + paid - used)) + extra
}

/** True when a page of likes shows the newest received ones: only then are they marked as seen. */
export function showsNews({ tab, paged }: Pick<LikesProps, 'tab' | 'paged'>): boolean {
  return tab === 'received' && !paged
}
