import { gt, sql } from 'drizzle-orm'
import { raiseRevisionStatement } from '#db/content-revision.ts'
import { openDatabase, type Database } from '#db/database.ts'
import { cities, cityFigures, profiles } from '#db/schema.ts'
import { nearParentsSql, withinBoxSql } from '#features/location/server/public.ts'
import { parentOf } from '#features/location/contract.ts'
import type { Env } from '#server/env.ts'
import { cityRadiusKm, shownCount, shownIntents } from '../rules.ts'

const hourMs = 60 * 60_000

type City = { id: string; cellX: number; cellY: number }
type Figures = { cityId: string; members: number; intents: Record<string, number> }

/**
 * Cron: counts the members around each city, once an hour. Pages get a new revision only if something that they show has changed.
 */
export async function countCities(env: Pick<Env, 'DB'>, now: number): Promise<{ rows: number; changed: number }> {
  const db = openDatabase(env.DB)
  if (await wasCounted(db, now - hourMs)) return { rows: 0, changed: 0 }
  const [known, stored] = await db.batch([
    db.select({ id: cities.id, cellX: cities.cellX, cellY: cities.cellY }).from(cities),
    db.select().from(cityFigures),
  ])
  const figures = await countAround(db, known)
  const before = new Map(stored.map((row) => [row.cityId, textOf(row)]))
  const changed = figures.filter((row) => before.get(row.cityId) !== textOf(row))
  const write = sql`insert into ${cityFigures} (city_id, members, intents, counted_at)
    select value ->> '$.cityId', value ->> '$.members', value ->> '$.intents', ${now}
    from json_each(${JSON.stringify(figures)}) where true
    on conflict (city_id) do update set members = excluded.members, intents = excluded.intents, counted_at = excluded.counted_at`
  await db.batch([db.all(write), ...(changed.length > 0 ? [raiseRevisionStatement(db)] : [])])
  return { rows: figures.length, changed: changed.length }
}

async function wasCounted(db: Database, since: number): Promise<boolean> {
  const rows = await db.select({ id: cityFigures.cityId }).from(cityFigures).where(gt(cityFigures.countedAt, since)).limit(1)
  return rows.length > 0
}

const textOf = ({ members, intents }: Pick<Figures, 'members' | 'intents'>) => `${members} ${JSON.stringify(intents)}`

/** One statement for each city in one batch, each using the index of people nearby. */
async function countAround(db: Database, around: readonly City[]): Promise<Figures[]> {
  const [first, ...others] = around.map((city) => countStatement(db, city))
  if (!first) return []
  const counted = await db.batch([first, ...others])
  return around.map(({ id }, index) => {
    const rows = counted[index] ?? []
    const members = rows.reduce((sum, { people }) => sum + people, 0)
    const counts = Object.fromEntries(rows.flatMap(({ intent, people }) => (intent === null ? [] : [[intent, people]])))
    return { cityId: id, members: shownCount(members), intents: shownIntents(counts) }
  })
}

/** A member whose intent is not visible to everyone is counted, but their intent is not. */
function countStatement(db: Database, { cellX, cellY }: City) {
  const parent = parentOf({ x: cellX, y: cellY })
  return db.all<{ intent: string | null; people: number }>(sql`
    with me as (select ${cellX} as cell_x, ${cellY} as cell_y, ${parent.x} as parent_x, ${parent.y} as parent_y),
      ${nearParentsSql(1)}
    select case when coalesce(p.visibility ->> '$.intent', 'everyone') = 'everyone' then p.intent end as intent, count(*) as people
    from near, me cross join ${profiles} p
    where p.discoverable = 1 and p.parent_x = near.x and p.parent_y = near.y and ${withinBoxSql('p', cityRadiusKm)}
    group by 1`)
}
