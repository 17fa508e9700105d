import { sql, type SQL } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { areaMarks, areas, profiles } from '#db/schema.ts'
import type { Env } from '#server/env.ts'
import { warn } from '#server/log.ts'
import { areaObject } from '#server/objects/stubs.ts'
import { withTimeout } from '#server/objects/with-timeout.ts'
import { areaLimits, noteAway } from './away.ts'
import { areaName, type AreaChange, type AreaRow } from './contract.ts'
import { areaColumns } from './rows.ts'

/** A mark with the candidate as D1 has it; `row` without an id: not a candidate of that area any more. */
export type ChangeRow = Omit<AreaRow, 'id'> & {
  id: string | null
  memberId: string
  x: number
  y: number
  parts: number
  nextParts: number | null
  revision: number
}

/** How many changes a page reports at the most; the others are left to later pages and the cron. */
export const mostChanges = 50
/** How long an object may take to store changes for the cron or a purge, ms. */
const applyMs = 10_000

/** Changes that area objects do not know of yet, of the areas or members that `where` selects by columns of the mark `m`. */
export function changesStatement(db: Database, where: SQL, now: number, limit = mostChanges + 1) {
  return db.all<ChangeRow>(sql`
    select m.member_id as memberId, m.parent_x as x, m.parent_y as y, a.parts, a.next_parts as nextParts, a.revision,
      ${areaColumns(now)}
    from ${areaMarks} m
      cross join ${areas} a on a.parent_x = m.parent_x and a.parent_y = m.parent_y
      left join ${profiles} q on q.member_id = m.member_id and q.discoverable = 1
        and q.parent_x = m.parent_x and q.parent_y = m.parent_y
    where ${where} limit ${limit}`)
}

/** Clears the marks of changes that the objects of this area know, if it is divided into so many. */
export function clearMarksSql(
  area: { x: number; y: number; parts: number },
  changes: readonly Pick<AreaChange, 'id' | 'revision'>[],
) {
  const known = JSON.stringify(changes.map(({ id, revision }) => [id, revision]))
  return sql`
    delete from ${areaMarks} where rowid in (
      select mark.rowid from ${areas} area cross join json_each(${known}) change cross join ${areaMarks} mark
        on mark.parent_x = area.parent_x and mark.parent_y = area.parent_y and mark.member_id = change.value ->> 0
      where area.parent_x = ${area.x} and area.parent_y = ${area.y} and area.parts = ${area.parts}
        and mark.revision <= change.value ->> 1)`
}

/** Reports changes to their objects, which then clear the marks. Rejects if an object is away or takes longer than the limit. */
export async function applyChanges(env: Pick<Env, 'AREA'>, rows: readonly ChangeRow[], timeoutMs = applyMs): Promise<void> {
  // Those that an area is being divided into come first: the marks go with the others.
  const divided = groupByObject(
    rows.filter((row) => row.nextParts !== null),
    (row) => row.nextParts ?? row.parts,
  )
  for (const groups of [divided, groupByObject(rows, ({ parts }) => parts)])
    await Promise.all([...groups].map(([name, changes]) => withTimeout(timeoutMs, areaObject(env, name).apply(changes))))
}

/** The same for a page, which does not wait for an object that is away: the others learn of their changes. Never rejects. */
export async function informPage(env: Pick<Env, 'AREA'>, rows: readonly ChangeRow[]): Promise<void> {
  const groups = Map.groupBy(rows, ({ x, y, parts, memberId }) => areaName({ x, y }, parts, memberId))
  await Promise.all(
    [...groups].map(async ([name, changes]) => {
      try {
        await applyChanges(env, changes, areaLimits.answerMs)
      } catch (error) {
        noteAway(name, Date.now())
        warn('area changes', error)
      }
    }),
  )
}

function groupByObject(rows: readonly ChangeRow[], partsOf: (row: ChangeRow) => number): Map<string, AreaChange[]> {
  const groups = new Map<string, AreaChange[]>()
  for (const row of rows) {
    const name = areaName(row, partsOf(row), row.memberId)
    groups.set(name, [...(groups.get(name) ?? []), toChange(row)])
  }
  return groups
}

function toChange({ memberId, x: _x, y: _y, parts: _parts, nextParts: _next, revision, id, ...row }: ChangeRow): AreaChange {
  return { id: memberId, revision, row: id === null ? null : { id, ...row } }
}
