import { cellColumns, distanceKm } from '#features/location/contract.ts'
import { locales, type LocaleCode } from '#shared/i18n/locales.ts'
import { citySlugPattern } from '#shared/routing/match.ts'
import { routeList, routes } from '#shared/routing/routes.ts'
import { serviceNames } from '#shared/routing/service-names.ts'

/** First path segments that are already used. */
const reserved: ReadonlySet<string> = new Set([
  ...serviceNames,
  ...locales.flatMap(({ code, prefix }) => [code, prefix]),
  ...routeList.filter(({ key }) => key !== routes.city.key).map(({ path }) => path.split('/')[1] ?? ''),
])

const isCitySegment = new RegExp(`^${citySlugPattern}$`)

/** Whether a path's one segment can name a city: lower-case characters with hyphens, and not a reserved word. */
export function isCitySlug(slug: string): boolean {
  return isCitySegment.test(slug) && slug.length <= 40 && !reserved.has(slug)
}

/** Members within this distance of a city's centre count as its own. */
export const cityRadiusKm = 25
/**
 * The smallest number that is shown; counts are rounded down to a multiple of it, so that almost no change reveals a single
 * person.
 */
export const countStep = 5
/** From this many members on, search engines may list a city, and its aggregates are shown. */
export const listedFrom = 50
/** Percentages are rounded to a multiple of this. */
const percentStep = 5

export function shownCount(members: number): number {
  return Math.floor(members / countStep) * countStep
}

/**
 * What people of a city look for, in per cent of those who show it to everyone. Empty if fewer than `listedFrom` people do. An
 * intent of fewer than `countStep` people, or with a share that rounds to 0, is omitted.
 */
export function shownIntents(counts: Readonly<Record<string, number>>): Record<string, number> {
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
  if (total < listedFrom) return {}
  const shown = Object.entries(counts).filter(([, count]) => count >= countStep)
  return Object.fromEntries(
    shown
      .sort(([, one], [, other]) => other - one)
      .map(([intent, count]) => [intent, Math.round((100 * count) / total / percentStep) * percentStep] as const)
      .filter(([, percent]) => percent > 0),
  )
}

export type CityCell = { slug: string; cellX: number; cellY: number }

/** The other cities, nearest first. */
export function nearestCities<City extends CityCell>(city: CityCell, all: readonly City[], limit: number): City[] {
  const distanceTo = (other: CityCell) => distanceKm(cellIn(city), cellIn(other))
  return all
    .filter(({ slug }) => slug !== city.slug)
    .toSorted((one, other) => distanceTo(one) - distanceTo(other))
    .slice(0, limit)
}

const cellIn = ({ cellX, cellY }: CityCell) => ({ x: cellX, y: cellY })

export type MapPoint = { slug: string; x: number; y: number }

type Sketch = { width: number; height: number; margin: { x: number; y: number } }

/**
 * Lays out a city and others in a drawing, the city first. Directions are correct, and distances grow more slowly than on the
 * ground, so that near cities do not overlap. The points fill the drawing inside its margin.
 */
export function drawMap(city: CityCell, others: readonly CityCell[], { width, height, margin }: Sketch): MapPoint[] {
  const points = [city, ...others].map((each) => ({ slug: each.slug, ...shorten(offset(city, each)) }))
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)]
  const [left, top] = [Math.min(...xs), Math.min(...ys)]
  const fit = (span: number, room: number) => (span > 0 ? room / span : 0)
  const scale = { x: fit(Math.max(...xs) - left, width - 2 * margin.x), y: fit(Math.max(...ys) - top, height - 2 * margin.y) }
  return points.map(({ slug, x, y }) => ({
    slug,
    x: Math.round(margin.x + (x - left) * scale.x),
    y: Math.round(margin.y + (y - top) * scale.y),
  }))
}

/** The same direction with the square root of the distance; down is south, as in drawings. */
function shorten({ east, north }: { east: number; north: number }): { x: number; y: number } {
  const far = Math.sqrt(Math.hypot(east, north))
  return far === 0 ? { x: 0, y: 0 } : { x: east / far, y: -north / far }
}

/** From one city to another, in km. */
function offset(from: CityCell, to: CityCell): { east: number; north: number } {
  const aligned = alignedWith(from, to.cellY)
  const north = Math.sign(to.cellY - from.cellY) * distanceKm(cellIn(from), aligned)
  const east = Math.sign(to.cellX - aligned.x) * distanceKm(aligned, cellIn(to))
  return { east, north }
}

/** The cell of another row on the same meridian. */
function alignedWith(from: CityCell, cellY: number): { x: number; y: number } {
  return { x: Math.round((from.cellX / cellColumns(from.cellY)) * cellColumns(cellY)), y: cellY }
}

/** The country whose cities a language's home page names. */
const countries = {
  en: 'gb',
  'en-us': 'us',
  uk: 'ua',
  pl: 'pl',
  tr: 'tr',
  es: 'es',
  pt: 'pt',
  ro: 'ro',
  cs: 'cz',
  de: 'de',
  fr: 'fr',
} as const satisfies Record<LocaleCode, string>

export const countryOfLocale = (locale: LocaleCode): string => countries[locale]
