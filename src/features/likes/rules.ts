import { quotaLeft, type HeldWindow } from '#shared/quota-day.ts'
import { likesPerDay, type LikesLeftView, type LikesProps } from './contract.ts'

/** What is left, from the times of recent likes. Withdrawn likes are among them: they still count. */
export function likesLeft(givenAt: readonly number[], now: number, timeZone: string, held?: HeldWindow): LikesLeftView {
  return quotaLeft(likesPerDay, givenAt, now, timeZone, held)
}

/** How many likes are left after `used`. */
export const remainingAfter = (used: number) => Math.max(0, likesPerDay - used)

/** True when a page of likes shows the newest received ones: only then are they marked as seen. */
export function showsNews({ tab, paged }: Pick<LikesProps, 'tab' | 'paged'>): boolean {
  return tab === 'received' && !paged
}
