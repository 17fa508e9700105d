import { sql, type SQL } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { boosts, likes, members, pairs, passes, profileViews } from '#db/schema.ts'
import { gainOf, usualDays, type Counts, type DayCounts } from '../gain.ts'
import { latestStart } from '../rules.ts'
import { notBlockedSql } from '#db/predicates/not-blocked.ts'

const dayMs = 24 * 60 * 60_000

type GainRow = DayCounts & { id: string; startsAt: number; memberSince: number }

/**
 * The results during boosts, and at the same time on each of the 14 days before: one row for each boost and day. `which`: a
 * condition on the boosts `b`. Likes and matches are those that their member may see.
 */
export function gainStatement(db: Database, which: SQL, now: number) {
  const span = (column: SQL) => sql`${column} >= span.since and ${column} < span.until`
  return db.all<GainRow>(sql`
    with recursive day(number) as (values (0) union all select number + 1 from day where number < ${usualDays}),
    span as (
      select b.id, b.member_id, b.starts_at, day.number, b.starts_at - day.number * ${dayMs} as since,
        min(b.ends_at, ${now}) - day.number * ${dayMs} as until
      from ${boosts} b cross join day where ${which})
    select span.id, span.number as day, span.starts_at as startsAt,
      (select created_at from ${members} where id = span.member_id) as memberSince,
      (select coalesce(sum(views), 0) from ${profileViews} v where v.member_id = span.member_id and ${span(sql`v.at`)}) as views,
      (select count(*) from ${likes} l where l.to_id = span.member_id and ${span(sql`l.created_at`)} and l.withdrawn_at is null
        and ${notBlockedSql(sql`l.from_id`, sql`span.member_id`)}
        and not exists (select 1 from ${passes} p
          where p.from_id = span.member_id and p.to_id = l.from_id and p.expires_at > ${now})) as likes,
      (select count(*) from ${pairs} m
        where (m.low_id = span.member_id or m.high_id = span.member_id) and ${span(sql`m.matched_at`)}) as matches
    from span`)
}

/** The results by the boosts' ids. */
export function toGains(rows: readonly GainRow[]): ReadonlyMap<string, Counts> {
  const gains = new Map<string, Counts>()
  for (const { id, startsAt, memberSince } of rows) {
    if (gains.has(id)) continue
    const days = rows.filter((row) => row.id === id)
    gains.set(id, gainOf(days, startsAt, memberSince))
  }
  return gains
}

/** When the member's active boost ends, in ms; no row without one. */
export const runningUntilStatement = (db: Database, memberId: string, now: number) =>
  db.all<{ until: number }>(sql`select b.ends_at as until from ${boosts} b where ${runningSql(memberId, now)}
    order by b.ends_at limit 1`)

/** The condition for `gainStatement`: the member's active boost and, at the moment of a change, the next one too. */
export const runningSql = (memberId: string, now: number) =>
  sql`b.member_id = ${memberId} and b.starts_at <= ${latestStart(now)} and b.ends_at > ${now}`
