/** The map of the home page: a drawn region of 7 × 6 squares, each a cell of the grid that conceals members' locations. */
export const columns = 7
export const rows = 6
/** The square of the other person, and the initial square of the visitor's pin. Squares count from 0, row by row. */
export const otherSquare = 11
export const startSquare = 29

/** A point on the map, in squares from its upper left corner. */
export type Point = { x: number; y: number }

/** How far an arrow key moves the pin, in squares. */
const step = 0.25
const arrows: Record<string, Point | undefined> = {
  ArrowLeft: { x: -step, y: 0 },
  ArrowRight: { x: step, y: 0 },
  ArrowUp: { x: 0, y: -step },
  ArrowDown: { x: 0, y: step },
}

export const squareOf = ({ x, y }: Point) => Math.floor(y) * columns + Math.floor(x)

export const middleOf = (square: number): Point => ({ x: (square % columns) + 0.5, y: Math.floor(square / columns) + 0.5 })

/** The nearest point on the map; its far edges belong to no square. */
export function ontoMap({ x, y }: Point): Point {
  const within = (value: number, end: number) => Math.min(Math.max(value, 0), end - 0.001)
  return { x: within(x, columns), y: within(y, rows) }
}

/** The point to which an arrow key moves the pin; null for any other key. */
export function moveBy({ x, y }: Point, key: string): Point | null {
  const move = arrows[key]
  return move ? ontoMap({ x: x + move.x, y: y + move.y }) : null
}
