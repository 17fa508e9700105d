import type { Database } from '#db/database.ts'
import type { LikesLeftView } from '#features/likes/contract.ts'
import { likesLeft } from '#features/likes/rules.ts'
import { countedSince, type HeldWindow } from '#shared/quota-day.ts'
import { recentLikesStatement } from './queries.ts'

/**
 * For a page's batch: the rows that `toLikesLeft` reads. The quota's day depends on the stored time zone, so
 * `toLikesLeft` applies it.
 */
export function remainingLikesStatement(db: Database, viewerId: string, now: number) {
  return recentLikesStatement(db, viewerId, now)
}

/** Today's likes of the member whose rows these are. */
export function toLikesLeft(
  rows: readonly ({ timeZone: string; createdAt: number | null } & HeldWindow)[],
  now: number,
): LikesLeftView {
  const givenAt = rows.map((row) => row.createdAt).filter((at) => at !== null)
  return likesLeft(givenAt, now, rows[0]?.timeZone ?? 'UTC', rows[0])
}

/** Whether the day's undo of a pass is unspent, by the same rows. */
export function hasUndo([row]: readonly ({ timeZone: string; undoneAt: number | null } & HeldWindow)[], now: number): boolean {
  if (!row || row.undoneAt === null) return true
  return row.undoneAt < countedSince(now, row.timeZone, row.heldStart)
}
