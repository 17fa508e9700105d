import { sql } from 'drizzle-orm'
import { openDatabase, type Database } from '#db/database.ts'
import { areaMarks, areas, profiles } from '#db/schema.ts'
import type { Env } from '#server/env.ts'
import { warn } from '#server/log.ts'
import { areaObject } from '#server/objects/stubs.ts'
import { withTimeout } from '#server/objects/with-timeout.ts'
import { applyChanges, changesStatement, type ChangeRow } from './changes.ts'
import { inAreasSql } from './parents.ts'
import { areaNames, mostCandidates } from './contract.ts'

type AreaEnv = Pick<Env, 'DB' | 'AREA'>
type AreaOf = { x: number; y: number; parts: number; nextParts: number | null; formerParts: number | null }

/** How many changes one call of a repair takes, and how many such calls a run makes. */
const changesAtOnce = 500
const mostPortions = 10
/** Each area is read again once a day, at different times of it. */
const rebuildAfterMs = 24 * 60 * 60_000
const spreadMs = 6 * 60 * 60_000
/** How many areas are renewed at once, and how often in a run: 57,600 a day. */
const rebuildsAtOnce = 20
const mostRebuildPortions = 10
const dividedAtOnce = 20
/** How long an object may take for one call, ms. */
export const repairLimits = { callMs: 10_000 }

/**
 * Cron: reports changes of which no page has informed the areas, has each area read again once a day, and divides those that have grown.
 * An area that is away keeps none of the others waiting. Safe to run at any time and repeatedly.
 */
export async function repairAreas(env: AreaEnv, now: number): Promise<{ rows: number; failed: number }> {
  const db = openDatabase(env.DB)
  const { rows, failed } = await reportMarks(env, db, now)
  return { rows, failed: failed + (await divideAreas(env, db)) + (await renewAreas(env, db, now)) }
}

async function reportMarks(env: AreaEnv, db: Database, now: number): Promise<{ rows: number; failed: number }> {
  const away: { x: number; y: number }[] = []
  let rows = 0
  for (let portion = 0, isMore = true; isMore && portion < mostPortions; portion++) {
    const changes = await changesStatement(db, sql`m.parent_x >= 0 and not ${inAreasSql(away)}`, now, changesAtOnce)
    rows += changes.length
    away.push(...(await reportChanges(env, changes)))
    isMore = changes.length === changesAtOnce
  }
  return { rows, failed: away.length }
}

/**
 * Reports what D1 has of one member to every area that may still have an earlier version. Throws if one is away, so that a purge is
 * repeated.
 */
export async function forgetInAreas(env: AreaEnv, db: Database, memberId: string, now: number): Promise<boolean> {
  const changes = await changesStatement(db, sql`m.member_id = ${memberId}`, now)
  await applyChanges(env, changes)
  return changes.length === 0
}

/** Area by area. Returns those that are away. */
async function reportChanges(env: AreaEnv, changes: readonly ChangeRow[]): Promise<{ x: number; y: number }[]> {
  const groups = [...Map.groupBy(changes, ({ x, y }) => `${x}.${y}`).values()]
  const failed = await failedOf(groups, (group) => applyChanges(env, group, repairLimits.callMs))
  return failed.flatMap(([first]) => first ?? [])
}

async function renewAreas(env: AreaEnv, db: Database, now: number): Promise<number> {
  const away: AreaOf[] = []
  for (let portion = 0; portion < mostRebuildPortions; portion++) {
    const due = await db.all<AreaOf>(sql`
      select ${areaColumnsSql} from ${areas} m where rebuilt_at < ${now - rebuildAfterMs} and not ${inAreasSql(away)}
      order by rebuilt_at limit ${rebuildsAtOnce}`)
    away.push(...(await failedOf(due, (area) => renew(env, db, area, now))))
    if (due.length < rebuildsAtOnce) break
  }
  return away.length
}

const areaColumnsSql = sql`parent_x as x, parent_y as y, parts, next_parts as nextParts, former_parts as formerParts`

async function renew(env: AreaEnv, db: Database, area: AreaOf, now: number): Promise<void> {
  const { x, y, parts } = area
  const counts = await callAll(env, area, parts, (object) => object.count())
  const people = counts.reduce<number>((sum, count) => sum + (count ?? 0), 0)
  if (people === 0 && !counts.includes(null) && (await removeEmpty(env, db, area))) return
  if (people > mostCandidates * parts) {
    await db.run(sql`update ${areas} set next_parts = ${2 * parts}
      where parent_x = ${x} and parent_y = ${y} and next_parts is null and former_parts is null`)
  }
  await callAll(env, area, parts, (object) => object.rebuild())
  // Areas that were due together are due at different times tomorrow.
  await db.run(
    sql`update ${areas} set rebuilt_at = ${now} - abs(random()) % ${spreadMs} where parent_x = ${x} and parent_y = ${y}`,
  )
}

/** Whether there was no one left in the area. Somebody who comes later makes it again, and its objects, too. */
async function removeEmpty(env: AreaEnv, db: Database, area: AreaOf): Promise<boolean> {
  const [gone] = await db.all<{ x: number }>(sql`
    delete from ${areas} where parent_x = ${area.x} and parent_y = ${area.y} and next_parts is null and former_parts is null
      and not exists (select 1 from ${profiles} q where q.parent_x = ${area.x} and q.parent_y = ${area.y} and q.discoverable = 1)
      and not exists (select 1 from ${areaMarks} m where m.parent_x = ${area.x} and m.parent_y = ${area.y})
    returning parent_x as x`)
  if (gone) await callAll(env, area, area.parts, (object) => object.clear())
  return gone !== undefined
}

/** Goes on with areas that are being divided: once all new objects are built, they answer, and the former ones are emptied. */
async function divideAreas(env: AreaEnv, db: Database): Promise<number> {
  const dividing = await db.all<AreaOf>(sql`
    select ${areaColumnsSql} from ${areas} indexed by areas_dividing
    where parent_x >= 0 and (next_parts is not null or former_parts is not null)
    order by abs(random()) limit ${dividedAtOnce}`)
  return (await failedOf(dividing, (area) => divide(env, db, area))).length
}

async function divide(env: AreaEnv, db: Database, area: AreaOf): Promise<void> {
  const { x, y, parts, nextParts } = area
  if (nextParts !== null) {
    const counts = await callAll(env, area, nextParts, (object) => object.count())
    if (counts.includes(null)) {
      await callAll(env, area, nextParts, async (object, part) => (counts[part] === null ? object.rebuild() : undefined))
      return
    }
    await db.run(sql`update ${areas} set parts = next_parts, next_parts = null, former_parts = parts
      where parent_x = ${x} and parent_y = ${y} and parts = ${parts} and next_parts = ${nextParts}`)
  }
  // An object that is away now would keep its copies of people for good: they are emptied until it has worked.
  await callAll(env, area, nextParts === null ? (area.formerParts ?? 0) : parts, (object) => object.clear())
  await db.run(sql`update ${areas} set former_parts = null where parent_x = ${x} and parent_y = ${y}`)
}

/** Calls every object of an area, or of so many parts. */
function callAll<Value>(
  env: AreaEnv,
  area: { x: number; y: number },
  parts: number,
  call: (object: ReturnType<typeof areaObject>, part: number) => Promise<Value>,
): Promise<Value[]> {
  const names = areaNames(area, parts)
  return Promise.all(names.map((name, part) => withTimeout(repairLimits.callMs, call(areaObject(env, name), part))))
}

/** Those for which the call has failed. */
async function failedOf<Item>(items: readonly Item[], call: (item: Item) => Promise<unknown>): Promise<Item[]> {
  const outcomes = await Promise.allSettled(items.map(call))
  return items.filter((_, index) => {
    const outcome = outcomes[index]
    if (outcome?.status !== 'rejected') return false
    warn('area repair', outcome.reason)
    return true
  })
}
