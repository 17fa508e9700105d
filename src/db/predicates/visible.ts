import { and, eq, sql, type SQL } from 'drizzle-orm'
import type { Database } from '../database.ts'
import { profiles } from '../schema.ts'
import { notBlockedSql } from './not-blocked.ts'

/**
 * True if `viewerId` may see the row of `profiles`: it is their own, or it is discoverable and neither has blocked the other.
 * Absent, paused, restricted, deleted and blocked people simply have no row.
 */
export function isVisibleSql(viewerId: string): SQL {
  const viewer = sql`${viewerId}`
  return sql`(${profiles.memberId} = ${viewerId} or (${profiles.discoverable} = 1 and ${notBlockedSql(viewer, sql`${profiles.memberId}`)}))`
}

/**
 * True if `fromId` may act on `toId` at all. Oneself, absent, paused, hidden and blocked people get the same answer, so that
 * they look alike.
 */
export function isReachableSql(fromId: string, toId: string): SQL {
  return sql`${toId} <> ${fromId} and exists (select 1 from profiles where member_id = ${toId} and discoverable = 1) and ${notBlockedSql(sql`${fromId}`, sql`${toId}`)}`
}

/** Returns a row if `viewerId` may see the profile of `personId`, otherwise none. */
export function isVisibleStatement(db: Database, viewerId: string, personId: string) {
  return db
    .select({ id: profiles.memberId })
    .from(profiles)
    .where(and(eq(profiles.memberId, personId), isVisibleSql(viewerId)))
}
