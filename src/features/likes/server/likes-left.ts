import * as v from 'valibot'
import type { Database } from '#db/database.ts'
import type { LikesLeftView } from '#features/likes/contract.ts'
import { likesLeft } from '#features/likes/rules.ts'
import { countedSince, type HeldWindow } from '#shared/quota-day.ts'
import { recentLikesStatement } from './queries.ts'

/**
 * For a page's batch: the rows that `toLikesLeft` reads. The quota's day depends on the stored time zone, so `toLikesLeft`
 * applies it.
 */
export function remainingLikesStatement(db: Database, viewerId: string, now: number) {
  return recentLikesStatement(db, viewerId, now)
}

/** Today's likes of these rows' member. */
export function toLikesLeft(rows: readonly RecentLikesRow[], now: number): LikesLeftView {
  const [own] = rows
  const likes = {
    givenAt: rows.map((row) => row.createdAt).filter((at) => at !== null),
    paidAt: own ? v.parse(times, own.paidAt) : [],
    extra: own?.extra ?? 0,
    isUnlimited: hasPremium(own, now),
  }
  return likesLeft(likes, now, own?.timeZone ?? 'UTC', own)
}

type RecentLikesRow = {
  timeZone: string
  premiumUntil: number | null
  extra: number
  /** JSON array. */
  paidAt: string
  createdAt: number | null
} & HeldWindow

const times = v.pipe(v.string(), v.parseJson(), v.array(v.number()))

const hasPremium = (row: Pick<RecentLikesRow, 'premiumUntil'> | undefined, now: number) => (row?.premiumUntil ?? 0) > now

type UndoRow = Pick<RecentLikesRow, 'timeZone' | 'premiumUntil'> & { undoneAt: number | null } & HeldWindow

/** Whether the day's undo of a pass is unused, from the same rows; with premium it is never used up. */
export function hasUndo([row]: readonly UndoRow[], now: number): boolean {
  if (!row || row.undoneAt === null || hasPremium(row, now)) return true
  return row.undoneAt < countedSince(now, row.timeZone, row.heldStart)
}
