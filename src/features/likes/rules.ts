import { quotaLeft, type HeldWindow } from '#shared/quota-day.ts'
import { likesPerDay, type LikesLeftView } from './contract.ts'

/** What is left, from the times of the likes given lately. Withdrawn likes are among them: they still count. */
export function likesLeft(givenAt: readonly number[], now: number, timeZone: string, held?: HeldWindow): LikesLeftView {
  return quotaLeft(likesPerDay, givenAt, now, timeZone, held)
}
