import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import people from '#locales/en/people.json'
import type { LocaleCode } from '#shared/i18n/locales.ts'
import { createTranslator } from '#shared/i18n/translator.ts'
import { bandLimitsKm, describeBand } from './contract.ts'
import { cellColumns, cellOf, coarsePosition, parentColumns, parentOf, parseCell, type Cell } from './grid.ts'
import { distanceBand, mayReach, parentsAround } from './rules.ts'

const seed = 20_261_120
const latitude = fc.double({ min: -89, max: 89, noNaN: true })
const longitude = fc.double({ min: -180, max: 179.999, noNaN: true })
const inhabited = fc.double({ min: -60, max: 70, noNaN: true })

/** A point inside a cell, given as shares of its height and width. */
function positionIn(cell: Cell, north: number, east: number): [number, number] {
  return [(cell.y + north) * 0.045 - 90, ((cell.x + east) / cellColumns(cell.y)) * 360 - 180]
}
const share = fc.double({ min: 0.001, max: 0.999, noNaN: true })

describe('the grid', () => {
  test('500 pairs of positions within one cell send the same bytes', () => {
    fc.assert(
      fc.property(latitude, longitude, share, share, share, share, (lat, lng, n1, e1, n2, e2) => {
        const cell = cellOf(lat, lng)
        const one = coarsePosition(...positionIn(cell, n1, e1))
        const other = coarsePosition(...positionIn(cell, n2, e2))
        expect(JSON.stringify(one)).toBe(JSON.stringify(other))
        expect(one).toEqual({ cellX: cell.x, cellY: cell.y })
      }),
      { numRuns: 500, seed },
    )
  })

  test('a cell is about 5 km wide and high wherever people live', () => {
    fc.assert(
      fc.property(inhabited, (lat) => {
        const y = cellOf(lat, 0).y
        const widthKm = (40_030 * Math.cos((lat * Math.PI) / 180)) / cellColumns(y)
        expect(widthKm).toBeGreaterThan(4.7)
        expect(widthKm).toBeLessThan(5.3)
      }),
      { numRuns: 300, seed },
    )
  })

  test('positions round the date line and at the poles have cells of the grid', () => {
    for (const [lat, lng] of [
      [0, 180],
      [0, -180],
      [90, 0],
      [-90, 0],
      [51.5, 539.9],
      [89.99, -179.99],
    ] as const) {
      const cell = cellOf(lat, lng)
      expect(parseCell(cell.x, cell.y)).toEqual(cell)
    }
    expect(cellOf(0, 180)).toEqual(cellOf(0, -180))
  })

  test('London and Kyiv keep the cells that stored rows already name', () => {
    expect(cellOf(51.5074, -0.1278)).toEqual({ x: 2474, y: 3144 })
    expect(cellOf(50.4501, 30.5234)).toEqual({ x: 2966, y: 3121 })
  })

  test('a cell from outside is refused unless the grid has it', () => {
    expect(parseCell('2474', '3144')).toEqual({ x: 2474, y: 3144 })
    for (const [x, y] of [
      ['', ''],
      ['-1', '5'],
      [1.5, 2],
      [0, 4000],
      [99_999, 3144],
      ['1e3', '10'],
      [null, undefined],
      [{}, []],
    ]) {
      expect(parseCell(x, y)).toBeNull()
    }
  })
})

describe('neighbouring parents', () => {
  const parent = fc
    .integer({ min: 20, max: 479 })
    .chain((y) => fc.record({ y: fc.constant(y), x: fc.nat({ max: parentColumns(y) - 1 }) }))
  const key = (cell: Cell) => `${cell.x}/${cell.y}`

  test('every position within 40 km lies in a neighbour', () => {
    fc.assert(
      fc.property(inhabited, longitude, fc.double({ min: 0, max: 2 * Math.PI, noNaN: true }), (lat, lng, bearing) => {
        const moved: [number, number] = [
          lat + (Math.cos(bearing) * 38) / 111.2,
          lng + (Math.sin(bearing) * 38) / (111.2 * Math.cos((lat * Math.PI) / 180)),
        ]
        const near = parentsAround(parentOf(cellOf(lat, lng)), 1).map(key)
        expect(near).toContain(key(parentOf(cellOf(...moved))))
      }),
      { numRuns: 500, seed },
    )
  })

  test('no parent is named twice, and the own one is among them', () => {
    fc.assert(
      fc.property(parent, fc.integer({ min: 1, max: 3 }), (own, reach) => {
        const near = parentsAround(own, reach).map(key)
        expect(new Set(near).size).toBe(near.length)
        expect(near).toContain(key(own))
      }),
      { numRuns: 300, seed },
    )
  })

  test('a distance reaches every parent that has a cell within it, and 100 km few others', () => {
    const kilometres = fc.constantFrom(5, 10, 25, 50, 100)
    const offset = fc.double({ min: -1.2, max: 1.2, noNaN: true })
    fc.assert(
      fc.property(inhabited, longitude, offset, offset, kilometres, (lat, lng, north, east, km) => {
        const own = cellOf(lat, lng)
        const width = 111.2 * Math.cos((lat * Math.PI) / 180)
        const other = cellOf(lat + (north * km) / 111.2, lng + (east * km) / width)
        const band = distanceBand(own, other)
        const isWithin = band !== 'over' && band <= km
        expect(!isWithin || mayReach(own, parentOf(other), km)).toBe(true)
      }),
      { numRuns: 5000, seed },
    )
    const berlin = cellOf(52.52, 13.4)
    const around = parentsAround(parentOf(berlin), 3)
    expect(around.length).toBeGreaterThan(49)
    expect(around.filter((parent) => mayReach(berlin, parent, 100)).length).toBeLessThan(40)
  })

  test('neighbourhood is mutual: who I see near sees me near, up to one column', () => {
    const own = parentOf(cellOf(50.45, 30.52))
    for (const other of parentsAround(own, 1)) {
      expect(parentsAround(other, 2).map(key)).toContain(key(own))
    }
  })
})

describe('bands', () => {
  test('two people in one cell are under 5 km apart, whatever their positions', () => {
    const cell = cellOf(48.85, 2.35)
    expect(distanceBand(cell, cell)).toBe(5)
  })

  test('known distances fall into their bands', () => {
    const london = cellOf(51.5074, -0.1278)
    expect(distanceBand(london, cellOf(51.55, -0.1278))).toBe(10)
    expect(distanceBand(london, cellOf(51.3727, -0.0994))).toBe(25)
    expect(distanceBand(london, cellOf(51.2362, -0.5704))).toBe(50)
    expect(distanceBand(london, cellOf(50.8225, -0.1372))).toBe(100)
    expect(distanceBand(london, cellOf(53.4808, -2.2426))).toBe('over')
  })

  test('a distance is the same both ways, also across the date line', () => {
    const west = cellOf(-17.8, 179.98)
    const east = cellOf(-17.8, -179.98)
    expect(distanceBand(west, east)).toBe(distanceBand(east, west))
    expect(distanceBand(west, east)).toBe(10)
  })

  test('are shown in miles where people measure in miles, and in kilometres elsewhere', () => {
    const told = (code: LocaleCode) => {
      const translator = createTranslator(code, { people }, { timeZone: 'UTC' })
      return [...bandLimitsKm, 'over' as const].map((band) => describeBand(translator, band))
    }
    const inMiles = ['under 3 miles', 'under 6 miles', 'under 15 miles', 'under 30 miles', 'under 60 miles', 'over 60 miles']
    expect([told('en'), told('en-us')]).toEqual([inMiles, inMiles])
    expect(told('de')).toEqual(['under 5 km', 'under 10 km', 'under 25 km', 'under 50 km', 'under 100 km', 'over 100 km'])
  })
})
