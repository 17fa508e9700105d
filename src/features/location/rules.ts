import { bandLimitsKm, type DistanceBand } from './contract.ts'
import { cellColumns, cellsPerParent, distanceKm, parentColumns, parentOf, parentRows, type Cell } from './grid.ts'

const minuteMs = 60_000
/** Two cells. */
const spareKm = 10
const dayMs = 24 * 60 * minuteMs
/** Source: product.md 'People'. One change in 15 minutes, 10 a day. */
export const cellChangeLimits = { minGapMs: 15 * minuteMs, perDay: 10, dayMs } as const

/** The part of `profiles` that limits changes. Times in ms. */
export type CellHistory = { cellChangedAt: number | null; cellChanges: number; cellDayStart: number | null }

/** Whether the member may move to another cell now. The first place is always allowed. */
export function canChangeCell(row: CellHistory, now: number): boolean {
  if (row.cellChangedAt === null) return true
  if (now - row.cellChangedAt < cellChangeLimits.minGapMs) return false
  return startsNewDay(row, now) || row.cellChanges < cellChangeLimits.perDay
}

/** The history after a change at `now`; the limit's day lasts 24 hours from its first change. */
export function countCellChange(row: CellHistory, now: number): CellHistory {
  if (startsNewDay(row, now)) return { cellChangedAt: now, cellChanges: 1, cellDayStart: now }
  return { cellChangedAt: now, cellChanges: row.cellChanges + 1, cellDayStart: row.cellDayStart }
}

function startsNewDay(row: CellHistory, now: number): boolean {
  return row.cellDayStart === null || now - row.cellDayStart >= cellChangeLimits.dayMs
}

/** The columns of `profiles` with a cell. */
export function cellColumnsOf(cell: Cell) {
  const parent = parentOf(cell)
  return { cellX: cell.x, cellY: cell.y, parentX: parent.x, parentY: parent.y }
}

/**
 * The parents within `reach` bands north and south, and within `reach` parent widths east and west, around the globe. In bands
 * with a different number of columns, these are all parents that touch that range. `nearParentsSql` is the same in SQL.
 */
export function parentsAround(parent: Cell, reach: number): Cell[] {
  const own = parentColumns(parent.y)
  const found: Cell[] = []
  for (let y = Math.max(0, parent.y - reach); y <= Math.min(parentRows - 1, parent.y + reach); y++) {
    const columns = parentColumns(y)
    const west = Math.floor(((parent.x - reach + own) * columns) / own)
    const east = Math.ceil(((parent.x + reach + 1 + own) * columns) / own) - 1
    for (let x = west; x <= Math.min(east, west + columns - 1); x++) found.push({ x: x % columns, y })
  }
  return found
}

/**
 * Whether a parent may have a cell less than `km` away. It compares with the parent's cell of nearly the same longitude and latitude,
 * with two cells to spare, so it can say yes for nothing and never no.
 */
export function mayReach(cell: Cell, parent: Cell, km: number): boolean {
  const [top, columns] = [parent.y * cellsPerParent, cellColumns(parent.y * cellsPerParent)]
  const y = Math.min(top + cellsPerParent - 1, Math.max(top, cell.y))
  const west = parent.x * cellsPerParent
  const x = Math.floor(((cell.x + 0.5) / cellColumns(cell.y)) * columns)
  // The shorter way round the globe.
  const offset = ((x - west + columns * 1.5) % columns) - columns / 2
  const nearest = west + Math.min(cellsPerParent - 1, Math.max(0, Math.round(offset)))
  return distanceKm(cell, { x: nearest, y }) < km + spareKm
}

/** The distance of two cells in the only form that leaves the server: one of a few bands. */
export function distanceBand(one: Cell, other: Cell): DistanceBand {
  const km = distanceKm(one, other)
  return bandLimitsKm.find((limit) => km < limit) ?? 'over'
}
