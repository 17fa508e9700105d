import { countedSince, quotaLeft, type HeldWindow } from '#shared/quota-day.ts'
import { likesPerDay, type LikesLeftView, type LikesProps } from './contract.ts'

/** Recent likes of a member, with the ledger's facts about them; times in ms. */
export type GivenLikes = {
  /** Includes withdrawn likes, which still count. */
  givenAt: readonly number[]
  /** Those of them paid for from packs. */
  paidAt: readonly number[]
  /** Likes left in packs. */
  extra: number
  isUnlimited: boolean
}

/** The likes left today, and in packs. */
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

/** Likes of a day, as read by the transaction that writes one. */
export type DayLikes = {
  used: number
  /** Those of them paid for from packs. */
  paid: number
  extra: number
  isPremium: number
}

/** How many likes are left after that; undefined with premium, where nothing is counted. */
export function remainingAfter({ used, paid, extra, isPremium }: DayLikes): number | undefined {
  return isPremium ? undefined : Math.min(likesPerDay, Math.max(0, likesPerDay + paid - used)) + extra
}

/** True if a page of likes shows the newest received ones: only then are they marked as seen. */
export function showsNews({ tab, paged }: Pick<LikesProps, 'tab' | 'paged'>): boolean {
  return tab === 'received' && !paged
}
