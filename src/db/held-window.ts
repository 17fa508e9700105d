import { sql, type SQL } from 'drizzle-orm'
import { quotaResetsAt, quotaWindowStart } from '#shared/quota-day.ts'
import type { Database } from './database.ts'
import { counters, members } from './schema.ts'

/**
 * When a change of the time zone shortens a quota's day, that day counts until its own reset. No change therefore adds to a
 * quota. Each such day is a row of `counters`, key `quota-day:{member}:{start}`, whose count is its start (ms).
 */
const keyOf = (memberId: string, start: number) => `quota-day:${memberId}:${start}`

/**
 * Columns to select beside the member's time zone: the earliest start of a day that still counts, and the last reset of
 * one (ms).
 */
export function heldWindowColumns(memberId: string | SQL, now: number) {
  const isHeld = isHeldSql(memberId, now)
  return {
    heldStart: sql<number | null>`(select min(count) from counters where ${isHeld})`.as('held_start'),
    heldUntil: sql<number | null>`(select max(expires_at) from counters where ${isHeld})`.as('held_until'),
  }
}

// ';' is the character after ':', so the primary key finds the rows of one member.
const isHeldSql = (memberId: string | SQL, now: number) =>
  sql`key > 'quota-day:' || ${memberId} || ':' and key < 'quota-day:' || ${memberId} || ';' and expires_at > ${now}`

/** SQL: the member's quotas count by this time zone, and by no earlier day. */
export function isQuotaDaySql(memberId: string, timeZone: string, now: number): SQL {
  return sql`exists (select 1 from ${members} where id = ${memberId} and time_zone = ${timeZone})
    and not exists (select 1 from ${counters} where ${isHeldSql(memberId, now)})`
}

/** For the batch that changes the time zone: `timeZone` is the previous one. */
export function holdWindowStatement(db: Database, memberId: string, timeZone: string, now: number) {
  const start = quotaWindowStart(now, timeZone)
  return db
    .insert(counters)
    .values({ key: keyOf(memberId, start), count: start, expiresAt: quotaResetsAt(now, timeZone) })
    .onConflictDoUpdate({ target: counters.key, set: { expiresAt: sql`max(${counters.expiresAt}, excluded.expires_at)` } })
}
