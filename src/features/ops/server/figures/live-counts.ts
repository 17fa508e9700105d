import { sql, type SQL } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { contactMessages, members, orders, profiles } from '#db/schema.ts'
import { dayOf } from '#server/security-events.ts'

const onlineMs = 5 * 60_000

type Count = { label: string; count: (now: number) => SQL }

const startOfDay = (now: number) => Date.parse(dayOf(now))

/** Current counts, besides the queues. Each finds its rows by an index, because the page may be opened at any time. */
const counts: readonly Count[] = [
  {
    label: 'Members active in the last 5 minutes',
    count: (now) => sql`select count(*) from ${profiles} where discoverable in (0, 1) and active_at >= ${now - onlineMs}`,
  },
  {
    label: 'Sign-ups today',
    count: (now) => sql`select count(*) from ${members} where created_at >= ${startOfDay(now)}`,
  },
  {
    label: 'Orders placed today',
    count: (now) => sql`select count(*) from ${orders} where placed_at >= ${startOfDay(now)}`,
  },
  {
    label: 'Orders of today that are paid',
    count: (now) => sql`select count(*) from ${orders} where placed_at >= ${startOfDay(now)} and paid_at is not null`,
  },
  { label: 'Contact messages that wait', count: () => sql`select count(*) from ${contactMessages} where state = 'open'` },
]

export type LiveCounts = { label: string; value: number }[]

/** For a batch: all of them in one statement. */
export const liveCountsStatement = (db: Database, now: number) =>
  db.all<Record<string, number>>(
    sql`select ${sql.join(
      counts.map(({ count }, index) => sql`(${count(now)}) as ${sql.identifier(`c${index}`)}`),
      sql`, `,
    )}`,
  )

export const toLiveCounts = (row: Record<string, number> | undefined): LiveCounts =>
  counts.map(({ label }, index) => ({ label, value: row?.[`c${index}`] ?? 0 }))
