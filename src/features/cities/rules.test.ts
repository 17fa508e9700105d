import { expect, it } from 'vitest'
import { citySeeds } from '#features/location/server/public.ts'
import { isCitySlug } from './rules.ts'

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
