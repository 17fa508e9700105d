/**
 * Location is private by construction (product.md 'People'). The browser turns a position into the number of its cell before
 * anything is sent, and only the cell is stored. Both ends of every distance are the centres of cells.
 *
 * The grid. Latitude is divided into 500 bands of 0.36° (40 km). Each band is divided into `parentColumns(band)` equal parents,
 * as many as keep them about 40 km wide at that latitude. Every parent has 8 × 8 cells of about 5 km. The columns come from
 * Bhaskara's cosine in whole numbers: exact in every engine, so SQL finds the same neighbours as this file.
 */
export type Cell = { x: number; y: number }
/** The columns of `profiles` and `cities`, and the form fields of the place step. */
export type CellFields = { cellX: number; cellY: number }

export const cellsPerParent = 8
export const parentRows = 500
const cellRows = parentRows * cellsPerParent
const cellHeightDegrees = 180 / cellRows
const earthRadiusKm = 6371

/** Parents around the globe in one band: 999 at the equator, half of that at 60°. */
export function parentColumns(parentY: number): number {
  const k = 2 * parentY + 1 - parentRows
  return Math.floor((1000 * (1_000_000 - 4 * k * k)) / (1_000_000 + k * k))
}

export function cellColumns(cellY: number): number {
  return parentColumns(Math.floor(cellY / cellsPerParent)) * cellsPerParent
}

/** The cell of a position in degrees. A position is never stored in any other form. */
export function cellOf(latitude: number, longitude: number): Cell {
  const y = Math.min(cellRows - 1, Math.max(0, Math.floor((latitude + 90) / cellHeightDegrees)))
  const columns = cellColumns(y)
  const turn = (((longitude + 180) % 360) + 360) % 360
  return { x: Math.min(columns - 1, Math.floor((turn / 360) * columns)), y }
}

/** Runs in the browser before anything is sent: the questionnaire's place step posts this result instead of a position. */
export function coarsePosition(latitude: number, longitude: number): CellFields {
  const { x, y } = cellOf(latitude, longitude)
  return { cellX: x, cellY: y }
}

/** Parses a cell from outside (a form's text or JSON numbers); null if it is not in the grid. */
export function parseCell(x: unknown, y: unknown): Cell | null {
  const [cellX, cellY] = [x, y].map((value) => (typeof value === 'string' && /^\d{1,5}$/.test(value) ? Number(value) : value))
  if (!Number.isInteger(cellX) || !Number.isInteger(cellY)) return null
  const cell = { x: Number(cellX), y: Number(cellY) }
  return cell.y >= 0 && cell.y < cellRows && cell.x >= 0 && cell.x < cellColumns(cell.y) ? cell : null
}

export function parentOf(cell: Cell): Cell {
  return { x: Math.floor(cell.x / cellsPerParent), y: Math.floor(cell.y / cellsPerParent) }
}

function centreInRadians(cell: Cell): { latitude: number; longitude: number } {
  const degree = Math.PI / 180
  return {
    latitude: ((cell.y + 0.5) * cellHeightDegrees - 90) * degree,
    longitude: (((cell.x + 0.5) / cellColumns(cell.y)) * 360 - 180) * degree,
  }
}

/** Great-circle distance between the centres of two cells, km; 0 within one cell. */
export function distanceKm(one: Cell, other: Cell): number {
  const [a, b] = [centreInRadians(one), centreInRadians(other)]
  const halfChord =
    Math.sin((b.latitude - a.latitude) / 2) ** 2 +
    Math.cos(a.latitude) * Math.cos(b.latitude) * Math.sin((b.longitude - a.longitude) / 2) ** 2
  return 2 * earthRadiusKm * Math.asin(Math.min(1, Math.sqrt(halfChord)))
}
