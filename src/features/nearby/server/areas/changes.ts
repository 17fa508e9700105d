import { sql, type SQL } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { areaMarks, areas, profiles } from '#db/schema.ts'
import type { Env } from '#server/env.ts'
import { areaObject } from '#server/objects/stubs.ts'
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

/** More than so many changes at once are left to a rebuild. */
export const mostChanges = 50

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

/** The condition of `changesStatement` for the areas of these parents. */
export const inAreasSql = (parents: SQL): SQL => sql`(m.parent_x, m.parent_y) in (${parents})`

/** Reports changes to their objects, which then clear the marks. Throws if an object is away. */
export async function applyChanges(env: Pick<Env, 'AREA'>, rows: readonly ChangeRow[]): Promise<void> {
  // Those that an area is being divided into come first: the marks go with the others.
  const divided = groupByObject(
    rows.filter((row) => row.nextParts !== null),
    (row) => row.nextParts ?? row.parts,
  )
  for (const groups of [divided, groupByObject(rows, ({ parts }) => parts)])
    await Promise.all([...groups].map(([name, changes]) => areaObject(env, name).apply(changes)))
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
