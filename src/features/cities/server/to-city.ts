import { intents, type Intent } from '#features/profile/contract.ts'
import { notFound } from '#shared/errors.ts'
import { defaultLocale, type LocaleEntry } from '#shared/i18n/locales.ts'
import { citySketch, type CityLink, type CityProps } from '../contract.ts'
import { countryOfLocale, drawMap, listedFrom, nearestCities } from '../rules.ts'
import type { CityRow, FigureRow } from './queries.ts'

const nearestShown = 6

/** A city's page from its rows, in the names of the locale. */
export function toCity(slug: string, [rows, [figures]]: [CityRow[], FigureRow[]], locale: LocaleEntry): CityProps {
  const city = rows.find((row) => row.slug === slug)
  if (!city) throw notFound()
  const toLink = (row: CityRow): CityLink => ({ slug: row.slug, name: nameOf(row, locale) })
  const nearest = nearestCities(city, rows, nearestShown)
  const members = figures?.members ?? 0
  return {
    ...toLink(city),
    country: countryNames(locale).of(city.country.toUpperCase()) ?? city.country,
    members,
    intents: members < listedFrom ? [] : readIntents(figures?.intents ?? {}),
    nearest: nearest.map(toLink),
    map: drawMap(city, nearest, citySketch),
    groups: groupByCountry(rows, locale),
  }
}

/** Links to the cities of the locale's own country, by name. */
export function toLocalCities(rows: readonly Pick<CityRow, 'slug' | 'country' | 'names'>[], locale: LocaleEntry): CityLink[] {
  const { compare } = new Intl.Collator(locale.lang)
  return rows
    .filter(({ country }) => country === countryOfLocale(locale.code))
    .map((row) => ({ slug: row.slug, name: nameOf(row, locale) }))
    .sort((one, other) => compare(one.name, other.name))
}

/** Links to all cities, by country, both in the locale's order. Made on the server only: browsers know other names. */
function groupByCountry(rows: readonly CityRow[], locale: LocaleEntry): CityProps['groups'] {
  const names = countryNames(locale)
  const { compare } = new Intl.Collator(locale.lang)
  return [...Map.groupBy(rows, (row) => row.country)]
    .map(([country, cities]) => ({
      country: names.of(country.toUpperCase()) ?? country,
      cities: cities
        .map((row) => ({ slug: row.slug, name: nameOf(row, locale) }))
        .sort((one, other) => compare(one.name, other.name)),
    }))
    .sort((one, other) => compare(one.country, other.country))
}

const countryNames = ({ lang }: LocaleEntry) => new Intl.DisplayNames(lang, { type: 'region' })

const nameOf = ({ names, slug }: Pick<CityRow, 'names' | 'slug'>, { code }: LocaleEntry) =>
  names[code] ?? names[defaultLocale] ?? slug

const isIntent = (key: string): key is Intent => intents.some((intent) => intent === key)

function readIntents(percents: Readonly<Record<string, number>>): CityProps['intents'] {
  return Object.entries(percents)
    .flatMap(([intent, percent]) => (isIntent(intent) ? [{ intent, percent }] : []))
    .sort((one, other) => other.percent - one.percent)
}
