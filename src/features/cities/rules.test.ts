import { describe, expect, it } from 'vitest'
import { cellOf } from '#features/location/contract.ts'
import { citySeeds } from '#features/location/server/public.ts'
import { citySketch } from './contract.ts'
import { drawMap, isCitySlug, nearestCities, shownCount, shownIntents } from './rules.ts'

it('every city of the content has an address of its own', () => {
  expect(citySeeds.filter(({ slug }) => !isCitySlug(slug))).toEqual([])
  expect(new Set(citySeeds.map(({ slug }) => slug)).size).toBe(citySeeds.length)
  expect(citySeeds.length).toBeGreaterThanOrEqual(60)
})

it.each(['api', 'ops', 'realtime', 'builds', 'healthz', 'en', 'en-us', 'uk', 'pl', 'favorits', 'static', 'blog', ''])(
  'no city is called %s',
  (slug) => expect(isCitySlug(slug)).toBe(false),
)

it.each(['London', 'new york', 'são-paulo', '-', 'a'.repeat(41), 'x--y', '1'])('%s is no address of a city', (slug) =>
  expect(isCitySlug(slug)).toBe(false),
)

it('shows counts as multiples of five, and nothing below', () => {
  expect([0, 4, 5, 9, 10, 123].map(shownCount)).toEqual([0, 0, 5, 5, 10, 120])
})

it('says what people look for only from fifty on, in steps of five per cent, and never of fewer than five people', () => {
  expect(shownIntents({ relationship: 30, dating: 19 })).toEqual({})
  expect(shownIntents({ dating: 16, relationship: 30, open: 4 })).toEqual({ relationship: 60, dating: 30 })
  expect(shownIntents({ relationship: 995, open: 5 })).toEqual({ relationship: 100 })
})

describe('the drawing of a city and its neighbours', () => {
  const placed = citySeeds.map(({ slug, latitude, longitude }) => {
    const { x, y } = cellOf(latitude, longitude)
    return { slug, cellX: x, cellY: y }
  })

  it.each(placed)('of $slug lies inside its margin, north above south', (city) => {
    const nearest = nearestCities(city, placed, 6)
    const [here, ...others] = drawMap(city, nearest, citySketch)
    expect(here?.slug).toBe(city.slug)
    for (const point of [here, ...others]) {
      expect(point?.x).toBeGreaterThanOrEqual(citySketch.margin.x)
      expect(point?.x).toBeLessThanOrEqual(citySketch.width - citySketch.margin.x)
      expect(point?.y).toBeGreaterThanOrEqual(citySketch.margin.y)
      expect(point?.y).toBeLessThanOrEqual(citySketch.height - citySketch.margin.y)
    }
    for (const [index, { cellY }] of nearest.entries())
      if (cellY > city.cellY) expect(others[index]?.y).toBeLessThanOrEqual(here?.y ?? 0)
  })

  it('has the nearest cities, nearest first', () => {
    const london = placed.find(({ slug }) => slug === 'london')
    expect(london && nearestCities(london, placed, 3).map(({ slug }) => slug)).toEqual(['birmingham', 'bristol', 'manchester'])
  })
})
