import { sql } from 'drizzle-orm'
import { openDatabase, type Database } from '#db/database.ts'
import { areas } from '#db/schema.ts'
import type { Env } from '#server/env.ts'
import { warn } from '#server/log.ts'
import { areaObject } from '#server/objects/stubs.ts'
import { applyChanges, changesStatement, type ChangeRow } from './changes.ts'
import { areaNames, mostCandidates } from './contract.ts'

type AreaEnv = Pick<Env, 'DB' | 'AREA'>
type AreaOf = { x: number; y: number; parts: number; nextParts: number | null }

/** How many changes one call of a repair takes, and how many such calls a run makes. */
const changesAtOnce = 500
const mostPortions = 10
/** Each area is read again once a day, so many in a run at the most. */
const rebuildAfterMs = 24 * 60 * 60_000
const rebuildsAtOnce = 20

/**
 * Cron: reports changes of which no page has informed the areas, has each area read again once a day, and divides those that have grown.
 * Safe to run at any time and repeatedly.
 */
export async function repairAreas(env: AreaEnv, now: number): Promise<{ rows: number; failed: number }> {
  const db = openDatabase(env.DB)
  let rows = 0
  let failed = 0
  for (let portion = 0, isMore = true; isMore && portion < mostPortions; portion++) {
    const changes = await changesStatement(db, sql`1`, now, changesAtOnce)
    rows += changes.length
    const missed = await reportChanges(env, changes)
    failed += missed
    isMore = changes.length === changesAtOnce && missed === 0
  }
  const outcomes = [await divideAreas(env, db), await renewAreas(env, db, now)]
  return { rows, failed: failed + outcomes.reduce((sum, missed) => sum + missed, 0) }
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

/** Area by area, so that one that is away does not keep the others waiting. Returns the number of those that are. */
async function reportChanges(env: AreaEnv, changes: readonly ChangeRow[]): Promise<number> {
  const groups = [...Map.groupBy(changes, ({ x, y }) => `${x}.${y}`).values()]
  return countFailed(groups.map((group) => applyChanges(env, group)))
}

async function renewAreas(env: AreaEnv, db: Database, now: number): Promise<number> {
  const due = await db.all<AreaOf>(sql`
    update ${areas} set rebuilt_at = ${now} where rowid in (
      select rowid from ${areas} where rebuilt_at < ${now - rebuildAfterMs} order by rebuilt_at limit ${rebuildsAtOnce})
    returning parent_x as x, parent_y as y, parts, next_parts as nextParts`)
  return countFailed(due.map((area) => renew(env, db, area)))
}

async function renew(env: AreaEnv, db: Database, area: AreaOf): Promise<void> {
  const counts = await Promise.all(areaNames(area, area.parts).map((name) => areaObject(env, name).count()))
  const people = counts.reduce<number>((sum, count) => sum + (count ?? 0), 0)
  if (people > mostCandidates * area.parts && area.nextParts === null) {
    await db.run(sql`
      update ${areas} set next_parts = ${2 * area.parts} where parent_x = ${area.x} and parent_y = ${area.y} and next_parts is null`)
  }
  await Promise.all(areaNames(area, area.parts).map((name) => areaObject(env, name).rebuild(false)))
}

/** Goes on with areas that are being divided: once all new objects are built, they answer, and the former ones are emptied. */
async function divideAreas(env: AreaEnv, db: Database): Promise<number> {
  const dividing = await db.all<AreaOf & { nextParts: number }>(sql`
    select parent_x as x, parent_y as y, parts, next_parts as nextParts from ${areas} where next_parts is not null limit 20`)
  return countFailed(dividing.map((area) => divide(env, db, area)))
}

async function divide(env: AreaEnv, db: Database, area: AreaOf & { nextParts: number }): Promise<void> {
  const next = areaNames(area, area.nextParts).map((name) => areaObject(env, name))
  const counts = await Promise.all(next.map((object) => object.count()))
  if (counts.includes(null)) {
    await Promise.all(next.filter((_, part) => counts[part] === null).map((object) => object.rebuild(false)))
    return
  }
  await db.run(sql`
    update ${areas} set parts = next_parts, next_parts = null where parent_x = ${area.x} and parent_y = ${area.y} and parts = ${area.parts}`)
  await Promise.all(areaNames(area, area.parts).map((name) => areaObject(env, name).clear()))
}

async function countFailed(calls: readonly Promise<void>[]): Promise<number> {
  const outcomes = await Promise.allSettled(calls)
  const failed = outcomes.filter((outcome) => outcome.status === 'rejected')
  for (const { reason } of failed) warn('area repair', reason)
  return failed.length
}
