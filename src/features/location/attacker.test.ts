import { expect, test } from 'vitest'
import { mulberry32 } from '#seed/demo/random.ts'
import type { DistanceBand } from './contract.ts'
import { distanceBand } from './rules.ts'
import { cellColumns, cellOf, type Cell } from './grid.ts'

/**
 * An attacker who wants to know where another member is. They move 900 times and see the band from each place: more often than
 * the limits of moves allow in three months. They know the grid and everything else in this folder.
 */
const members = 300
const positions = 900
/** How closely the attacker already knows the member's position, km: the size of a city. */
const searchKm = 30

type Point = { latitude: number; longitude: number }

const kmPerDegree = 111.2

function moved({ latitude, longitude }: Point, north: number, east: number): Point {
  const kmPerLongitude = kmPerDegree * Math.cos((latitude * Math.PI) / 180)
  return { latitude: latitude + north / kmPerDegree, longitude: longitude + east / kmPerLongitude }
}

function metresBetween(one: Point, other: Point): number {
  const north = (one.latitude - other.latitude) * kmPerDegree
  const east = (one.longitude - other.longitude) * kmPerDegree * Math.cos((one.latitude * Math.PI) / 180)
  return 1000 * Math.hypot(north, east)
}

const cellAt = ({ latitude, longitude }: Point) => cellOf(latitude, longitude)

function centreOf({ x, y }: Cell): Point {
  return { latitude: ((y + 0.5) * 180) / 4000 - 90, longitude: ((x + 0.5) / cellColumns(y)) * 360 - 180 }
}

/** The cells of a city and its surroundings. */
function cellsAround(middle: Point): Cell[] {
  const cells = new Map<string, Cell>()
  for (let north = -searchKm; north <= searchKm; north += 2)
    for (let east = -searchKm; east <= searchKm; east += 2) {
      const cell = cellAt(moved(middle, north, east))
      cells.set(`${cell.x} ${cell.y}`, cell)
    }
  return [...cells.values()]
}

/** The best guess that the bands allow: the mean of all cells from which every band would be the same. */
function guess(middle: Point, seen: readonly { from: Cell; band: DistanceBand }[]): Point {
  const possible = cellsAround(middle).filter((cell) => seen.every(({ from, band }) => distanceBand(from, cell) === band))
  const centres = possible.map(centreOf)
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  return { latitude: mean(centres.map((each) => each.latitude)), longitude: mean(centres.map((each) => each.longitude)) }
}

test(`an attacker at ${positions} places finds nobody closer than to the cell`, () => {
  const random = mulberry32(20_261_120)
  const errors: number[] = []
  const ofCell: number[] = []
  for (let member = 0; member < members; member++) {
    const middle = { latitude: -50 + 110 * random(), longitude: -170 + 340 * random() }
    const between = () => searchKm * 0.8 * (2 * random() - 1)
    const home = moved(middle, between(), between())
    const cell = cellAt(home)
    const seen = Array.from({ length: positions }, () => {
      const from = cellAt(moved(middle, 100 * (2 * random() - 1), 100 * (2 * random() - 1)))
      return { from, band: distanceBand(from, cell) }
    })
    errors.push(metresBetween(guess(middle, seen), home))
    // The error of an attacker who knew the cell itself.
    ofCell.push(metresBetween(centreOf(cell), home))
  }
  const [error, best] = [median(errors), median(ofCell)]
  console.log(`median error of the attacker: ${error.toFixed(0)} m; of whoever knows the cell: ${best.toFixed(0)} m`)
  expect(error).toBeGreaterThanOrEqual(350)
  expect(error).toBeGreaterThanOrEqual(best - 1)
})

test('two places within one cell are the same to every attacker', () => {
  const random = mulberry32(7)
  for (let pair = 0; pair < 500; pair++) {
    const cell = cellAt({ latitude: -60 + 120 * random(), longitude: -180 + 360 * random() })
    const { latitude, longitude } = centreOf(cell)
    const inside = () => cellAt(moved({ latitude, longitude }, 4.8 * (random() - 0.5), 4 * (random() - 0.5)))
    expect([inside(), inside()]).toEqual([cell, cell])
  }
})

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}
