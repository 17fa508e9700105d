import { eq, gte, sql, type SQL } from 'drizzle-orm'
import { openDatabase, type Database } from '#db/database.ts'
import {
  auditLog,
  chatRequests,
  dayFigures,
  failedEmails,
  members,
  pairs,
  profiles,
  reports,
  securityEvents,
} from '#db/schema.ts'
import type { Env } from '#server/env.ts'
import { dayOf } from '#server/security-events.ts'

const dayMs = 24 * 60 * 60_000
/**
 * Until when yesterday's active members can still be counted. The column has only the last activity, so everyone active since
 * midnight counts for yesterday too.
 */
const latestActiveMs = 15 * 60_000
/** Yesterday and the seven days before. */
const shownDays = 8

type Count = { figure: string; count: (from: number, to: number) => SQL }

const during = (column: SQL, from: number, to: number) => sql`${column} >= ${from} and ${column} < ${to}`

/** What is counted for a day. Each count finds its rows by an index, because the cron runs it. */
const counts: readonly Count[] = [
  { figure: 'sign-ups', count: (from, to) => sql`select count(*) from ${members} where ${during(sql`created_at`, from, to)}` },
  {
    figure: 'members active',
    count: (from) => sql`select count(*) from ${profiles} where discoverable in (0, 1) and active_at >= ${from}`,
  },
  { figure: 'matches', count: (from, to) => sql`select count(*) from ${pairs} where ${during(sql`matched_at`, from, to)}` },
  {
    figure: 'message requests',
    count: (from, to) => sql`select count(*) from ${chatRequests}
      where state in ('waiting', 'accepted', 'declined', 'expired') and ${during(sql`sent_at`, from, to)}`,
  },
  {
    figure: 'reports',
    count: (from, to) => sql`select count(*) from ${reports}
      where state in ('open', 'dismissed', 'acted') and ${during(sql`created_at`, from, to)}`,
  },
  {
    figure: 'restrictions',
    count: (from, to) => sql`select count(*) from ${auditLog}
      where ${during(sql`at`, from, to)} and action = 'restriction.imposed'`,
  },
  {
    figure: 'emails not sent',
    count: (from, to) => sql`select count(*) from ${failedEmails} where ${during(sql`failed_at`, from, to)}`,
  },
  {
    figure: 'possible attacks',
    count: (from) => sql`select coalesce(sum(count), 0) from ${securityEvents} where day = ${dayOf(from)}`,
  },
]

/** Cron: counts yesterday, once. Active members are omitted if their number is no longer known. */
export async function countYesterday(env: Pick<Env, 'DB'>, now: number): Promise<{ rows: number }> {
  const db = openDatabase(env.DB)
  const day = dayOf(now - dayMs)
  const [stored] = await db.select({ day: dayFigures.day }).from(dayFigures).where(eq(dayFigures.day, day)).limit(1)
  if (stored) return { rows: 0 }
  const from = Date.parse(day)
  const to = from + dayMs
  const isOverdue = now - to > latestActiveMs
  const [first, ...others] = counts
    .filter(({ figure }) => !isOverdue || figure !== 'members active')
    .map(({ figure, count }) =>
      db.all(sql`insert or ignore into ${dayFigures} (day, figure, value) values (${day}, ${figure}, (${count(from, to)}))`),
    )
  if (first) await db.batch([first, ...others])
  return { rows: 1 + others.length }
}

/** `values`: in the order of `days`; null for a day that was not counted. */
export type DayFigures = { days: string[]; figures: { figure: string; values: (number | null)[] }[] }

/** For a batch: the stored figures of the days shown. */
export function dayFiguresStatement(db: Database, now: number) {
  return db
    .select()
    .from(dayFigures)
    .where(gte(dayFigures.day, dayOf(now - shownDays * dayMs)))
}

/** The figures of yesterday and the seven days before, yesterday first. */
export function arrangeFigures(rows: Awaited<ReturnType<typeof dayFiguresStatement>>, now: number): DayFigures {
  const days = Array.from({ length: shownDays }, (_, index) => dayOf(now - (index + 1) * dayMs))
  const valueOf = (day: string, figure: string) => rows.find((row) => row.day === day && row.figure === figure)?.value ?? null
  return { days, figures: counts.map(({ figure }) => ({ figure, values: days.map((day) => valueOf(day, figure)) })) }
}
