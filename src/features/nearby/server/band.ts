import type { Cell, DistanceBand } from '#features/location/contract.ts'
import { distanceBand } from '#features/location/server/public.ts'

type Place = { cellX: number | null; cellY: number | null }

/** The band between two places; the farthest if either has none. */
export function bandBetween(one: Place, other: Place): DistanceBand {
  const [a, b] = [toCell(one), toCell(other)]
  return a && b ? distanceBand(a, b) : 'over'
}

function toCell({ cellX, cellY }: Place): Cell | null {
  return cellX === null || cellY === null ? null : { x: cellX, y: cellY }
}
