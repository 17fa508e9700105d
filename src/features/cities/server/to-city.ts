import { cityGroups } from '#features/location/server/public.ts'
import { isIntent } from '#features/profile/server/public.ts'
import { notFound } from '#shared/errors.ts'
import type { LocaleEntry } from '#shared/i18n/locales.ts'
import { citySketch, type CityLink, type CityProps } from '../contract.ts'
import { countryOfLocale, drawMap, listedFrom, nearestCities } from '../rules.ts'
import type { CityRow, FigureRow } from './queries.ts'

const nearestShown = 6

/** A city's page from its rows, with names in the locale's language. */
export function toCity(slug: string, [rows, [figures]]: [CityRow[], FigureRow[]], locale: LocaleEntry): CityProps {
  const groups = groupByCountry(rows, locale)
  const city = rows.find((row) => row.slug === slug)
  const group = groups.find(({ cities }) => cities.some((link) => link.slug === slug))
  if (!city || !group) throw notFound()
  const links = new Map(groups.flatMap(({ cities }) => cities.map((link) => [link.slug, link] as const)))
  const toLink = (row: CityRow): CityLink => links.get(row.slug) ?? { slug: row.slug, name: row.slug }
  const nearest = nearestCities(city, rows, nearestShown)
  const members = figures?.members ?? 0
  return {
    ...toLink(city),
    country: group.country,
    members,
    intents: members < listedFrom ? [] : readIntents(figures?.intents ?? {}),
    nearest: nearest.map(toLink),
    map: drawMap(city, nearest, citySketch),
    groups,
  }
}

type NamedRow = Pick<CityRow, 'slug' | 'country' | 'names'>

/** Links to the cities of the locale's own country, sorted by name. */
export function toLocalCities(rows: readonly NamedRow[], locale: LocaleEntry): CityLink[] {
  const own = rows.filter(({ country }) => country === countryOfLocale(locale.code))
  return groupByCountry(own, locale).flatMap(({ cities }) => cities)
}

/** Links to all cities, grouped by country. */
function groupByCountry(rows: readonly NamedRow[], locale: LocaleEntry): CityProps['groups'] {
  return cityGroups(
    rows.map(({ slug, country, names }) => ({ id: slug, country, names })),
    locale,
  ).map(({ group, options }) => ({ country: group, cities: options.map(({ value, label }) => ({ slug: value, name: label })) }))
}

function readIntents(percents: Readonly<Record<string, number>>): CityProps['intents'] {
  return Object.entries(percents)
    .flatMap(([intent, percent]) => (isIntent(intent) ? [{ intent, percent }] : []))
    .sort((one, other) => other.percent - one.percent)
}
