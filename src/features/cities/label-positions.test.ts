import { expect, it } from 'vitest'
import { cellOf } from '#features/location/contract.ts'
import { citySeeds } from '#features/location/server/public.ts'
import { citySketch } from './contract.ts'
import { drawMap, nearestCities } from './rules.ts'
import { boxOf, overlap, positionLabels } from './ui/label-positions.ts'

const cities = citySeeds.map(({ slug, latitude, longitude }) => {
  const { x, y } = cellOf(latitude, longitude)
  return { slug, cellX: x, cellY: y }
})

it.each([18, 28])(
  'at a font size of %i no name in a city’s drawing lies over another, and the drawing has four of six',
  (fontSize) => {
    for (const city of cities) {
      const [, ...dots] = drawMap(city, nearestCities(city, cities, 6), citySketch).map(({ slug, x, y }) => ({
        name: slug,
        x,
        y,
      }))
      const boxes = positionLabels(dots, fontSize, citySketch).map((name) => boxOf(name, fontSize))
      const pairs = boxes.flatMap((one, index) => boxes.slice(index + 1).map((other) => overlap(one, other)))
      expect(pairs.filter(Boolean), city.slug).toEqual([])
      expect(boxes.length, city.slug).toBeGreaterThanOrEqual(4)
    }
  },
)

it('a name without room is left out', () => {
  const dots = ['Porto', 'Braga', 'Aveiro'].map((name) => ({ name, x: 20, y: 20 }))
  expect(positionLabels(dots, 18, { width: 80, height: 60 })).toHaveLength(1)
})
