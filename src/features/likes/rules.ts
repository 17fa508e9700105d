import { quotaLeft, type HeldWindow } from '#shared/quota-day.ts'
import { likesPerDay, type LikesLeftView, type LikesProps } from './contract.ts'

/** What is left, from the times of the likes given lately. Withdrawn likes are among them: they still count. */
export function likesLeft(givenAt: readonly number[], now: number, timeZone: string, held?: HeldWindow): LikesLeftView {
  return quotaLeft(likesPerDay, givenAt, now, timeZone, held)
}

/** How many likes are left after so many. */
export const remainingAfter = (used: number) => Math.max(0, likesPerDay - used)

/** Whether a page of likes shows the latest that were received: only then have they been looked at. */
export function showsNews({ tab, paged }: Pick<LikesProps, 'tab' | 'paged'>): boolean {
  return tab === 'received' && !paged
}
