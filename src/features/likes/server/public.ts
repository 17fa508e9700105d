import { and, eq, gt, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { likes, members, pairs, passes } from '#db/schema.ts'
import type { LikesLeftView, Standing } from '#features/likes/contract.ts'
import { likesLeft } from '#features/likes/rules.ts'
import type { HeldWindow } from '#shared/quota-day.ts'
import { recentLikesStatement } from './queries.ts'

export { finishMatches } from './announce.ts'

/** For a page's batch: what `toLikesLeft` needs. The quota's day depends on the stored time zone, so it is cut there. */
export function remainingLikesStatement(db: Database, sub: string, now: number) {
  return recentLikesStatement(db, sub, now)
}

/** Today's likes of the member whose rows these are. */
export function toLikesLeft(
  rows: readonly ({ timeZone: string; createdAt: number | null } & HeldWindow)[],
  now: number,
): LikesLeftView {
  const givenAt = rows.map((row) => row.createdAt).filter((at) => at !== null)
  return likesLeft(givenAt, now, rows[0]?.timeZone ?? 'UTC', rows[0])
}

/** For a page's batch: how `sub` stands to one other member, and whether that one likes them. */
export function standingStatement(db: Database, sub: string, otherId: string, now: number) {
  const [low, high] = sub < otherId ? [sub, otherId] : [otherId, sub]
  return db
    .select({
      liked: sql<number>`exists ${db
        .select({ one: sql`1` })
        .from(likes)
        .where(and(eq(likes.fromId, sub), eq(likes.toId, otherId), isNull(likes.withdrawnAt)))}`.as('liked'),
      likesMe: sql<number>`exists ${db
        .select({ one: sql`1` })
        .from(likes)
        .where(and(eq(likes.fromId, otherId), eq(likes.toId, sub), isNull(likes.withdrawnAt)))}`.as('likes_me'),
      passed: sql<number>`exists ${db
        .select({ one: sql`1` })
        .from(passes)
        .where(and(eq(passes.fromId, sub), eq(passes.toId, otherId), gt(passes.expiresAt, now)))}`.as('passed'),
      conversationId: sql<string | null>`${db
        .select({ id: pairs.conversationId })
        .from(pairs)
        .where(and(eq(pairs.lowId, low), eq(pairs.highId, high), isNull(pairs.unmatchedAt)))}`.as('conversation_id'),
      ended: sql<number>`exists ${db
        .select({ one: sql`1` })
        .from(pairs)
        .where(and(eq(pairs.lowId, low), eq(pairs.highId, high), isNotNull(pairs.unmatchedAt)))}`.as('ended'),
    })
    .from(members)
    .where(eq(members.id, sub))
}

type StandingRow = { liked: number; likesMe: number; passed: number; conversationId: string | null; ended: number }

/** `conversationId` is the match's; null without one. */
export function toStanding(rows: readonly StandingRow[]): {
  standing: Standing
  likesMe: boolean
  conversationId: string | null
} {
  const row = rows[0]
  if (!row) return { standing: 'none', likesMe: false, conversationId: null }
  return { standing: standingOf(row), likesMe: Boolean(row.likesMe) && !row.ended, conversationId: row.conversationId }
}

/** The strongest of what a row tells. */
export function standingOf(row: Pick<StandingRow, 'liked' | 'conversationId' | 'ended'> & { passed?: number }): Standing {
  if (row.conversationId !== null) return 'matched'
  if (row.ended) return 'ended'
  return row.liked ? 'liked' : row.passed ? 'passed' : 'none'
}
