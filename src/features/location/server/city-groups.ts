import { collator, regionNames } from '#shared/intl/formats.ts'
import type { CityGroup } from '../contract.ts'
import { defaultLocale, type LocaleEntry } from '#shared/i18n/locales.ts'

type CityRow = { id: string; country: string; names: Record<string, string> }

/** The name of one of our cities; British English stands in for a language that has none. */
export const cityName = (names: Record<string, string>, { code }: LocaleEntry) => names[code] ?? names[defaultLocale]

/**
 * Cities by country, named and sorted for the locale. Built on the server only: browsers have other names for some countries, and
 * hydration must not differ.
 */
export function cityGroups(rows: readonly CityRow[], locale: LocaleEntry): CityGroup[] {
  const countries = regionNames(locale.lang)
  const { compare } = collator(locale.lang)
  return [...Map.groupBy(rows, (row) => row.country)]
    .map(([country, cities]) => ({
      group: countries.of(country.toUpperCase()) ?? country,
      options: cities
        .map(({ id, names }) => ({ value: id, label: cityName(names, locale) ?? id }))
        .sort((one, other) => compare(one.label, other.label)),
    }))
    .sort((one, other) => compare(one.group, other.group))
}
