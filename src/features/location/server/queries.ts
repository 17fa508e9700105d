import { eq, sql, type SQL } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { boosts, profiles } from '#db/schema.ts'
import { parentRows, type Cell } from '../grid.ts'
import { cellChangeLimits, cellColumnsOf } from '../rules.ts'

/** The same as the grid's `parentColumns`: whole numbers only, so both give the same result. */
function parentColumnsSql(parentY: SQL): SQL {
  const square = sql`(2 * ${parentY} + 1 - ${sql.raw(String(parentRows))}) * (2 * ${parentY} + 1 - ${sql.raw(String(parentRows))})`
  return sql`(1000 * (1000000 - 4 * ${square})) / (1000000 + ${square})`
}

/** A band has at most a few columns more than its neighbour; only at the poles does this limit truncate a range. */
const mostColumns = (reach: number) => 2 * reach + 6

/** The maximum number of rows of `near` with the same reach. */
export const mostParentsNear = (reach: number) => (2 * reach + 1) * mostColumns(reach)

/**
 * Common table expressions that end in `near(x, y)`: the parents within `reach` of the parent in the columns `parent_x` and
 * `parent_y` of the table `me`. The same as `parentsAround` of rules.ts, so a page needs no earlier query for its viewer's place.
 */
export function nearParentsSql(reach: number): SQL {
  const r = sql.raw(String(reach))
  const rows = sql.raw(JSON.stringify(Array.from({ length: 2 * reach + 1 }, (_, index) => index - reach)))
  const offsets = sql.raw(JSON.stringify(Array.from({ length: mostColumns(reach) }, (_, index) => index)))
  return sql`bands as (
      select me.parent_x as px, me.parent_y + d.value as y,
        ${parentColumnsSql(sql`me.parent_y`)} as own, ${parentColumnsSql(sql`(me.parent_y + d.value)`)} as columns
      from me, json_each('${rows}') d
      where me.parent_y + d.value between 0 and ${sql.raw(String(parentRows - 1))}
    ),
    spans as (
      select y, columns, ((px - ${r} + own) * columns) / own as west,
        ((px + ${r} + 1 + own) * columns + own - 1) / own - 1 as east
      from bands
    ),
    near as (
      select (west + o.value) % columns as x, y
      from spans, json_each('${offsets}') o
      where west + o.value <= min(east, west + columns - 1)
    )`
}

/**
 * Moves a member to another cell within the limits of `canChangeCell`. It is one statement, so parallel calls cannot both pass
 * the check and exceed the limit. False if the limit forbids it; moving to the current cell costs nothing. Their boosts move in
 * the same batch, because the list of people nearby finds a boost by the boost's own parent.
 */
export async function moveToCell(db: Database, memberId: string, cell: Cell, now: number): Promise<boolean> {
  const to = cellColumnsOf(cell)
  const isNewDay = sql`(${profiles.cellDayStart} is null or ${profiles.cellDayStart} <= ${now - cellChangeLimits.dayMs})`
  const move = db
    .update(profiles)
    .set({
      ...to,
      cellChangedAt: now,
      cellChanges: sql`case when ${isNewDay} then 1 else ${profiles.cellChanges} + 1 end`,
      cellDayStart: sql`case when ${isNewDay} then ${now} else ${profiles.cellDayStart} end`,
      updatedAt: now,
    })
    .where(
      sql`${eq(profiles.memberId, memberId)}
        and (${profiles.cellX} is not ${to.cellX} or ${profiles.cellY} is not ${to.cellY})
        and (${profiles.cellChangedAt} is null or (
          ${profiles.cellChangedAt} <= ${now - cellChangeLimits.minGapMs}
          and (${isNewDay} or ${profiles.cellChanges} < ${cellChangeLimits.perDay})))`,
    )
    .returning({ id: profiles.memberId })
  const [moved, , [row]] = await db.batch([
    move,
    db
      .update(boosts)
      .set(boostPlace(sql`${memberId}`))
      .where(eq(boosts.memberId, memberId)),
    db.select({ x: profiles.cellX, y: profiles.cellY }).from(profiles).where(eq(profiles.memberId, memberId)),
  ])
  return moved.length > 0 || (row?.x === cell.x && row.y === cell.y)
}

/** The columns of a boost that repeat its member's place; for moves and for new boosts. */
export function boostPlace(memberId: SQL) {
  const of = (column: string) => sql<number | null>`(select ${sql.raw(column)} from ${profiles} where member_id = ${memberId})`
  return { parentX: of('parent_x'), parentY: of('parent_y') }
}

/**
 * True for every row of `profiles` (by the given alias) whose cell can be within `km` of the one in `me`, and for a few others.
 * It is a box of cells, so that a window is not filled with people whom `distanceBand` removes later.
 */
export function withinBoxSql(alias: string, km: number): SQL {
  // Cells are 5 km high, and at least 4.5 km wide wherever people live.
  const high = sql.raw(String(Math.ceil(km / 5) + 1))
  const wide = sql.raw(String(Math.ceil(km / 4.5) + 1))
  const [x, y, parentY] = ['cell_x', 'cell_y', 'parent_y'].map((column) => sql.raw(`${alias}.${column}`))
  const columns = sql`8 * ${parentColumnsSql(sql`${parentY}`)}`
  const ownColumns = sql`8 * ${parentColumnsSql(sql`me.parent_y`)}`
  // Converts both columns to one scale, on which a full circle is ownColumns × columns; the shorter way round counts.
  const apart = sql`abs(${x} * (${ownColumns}) - me.cell_x * (${columns}))`
  const turn = sql`(${ownColumns}) * (${columns})`
  return sql`(abs(${y} - me.cell_y) <= ${high} and min(${apart}, ${turn} - ${apart}) <= ${wide} * max(${ownColumns}, ${columns}))`
}
