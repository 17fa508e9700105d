import { typedParam, type PlaceView } from '#features/location/contract.ts'
import type { LocaleEntry } from '#shared/i18n/locales.ts'
import { cityName } from '../city-groups.ts'
import type { Assets } from './load-places.ts'

/** The page with the form; its URL may have the search of a browser without a script. */
type Page = { env: { ASSETS?: Assets }; url: URL; translator: { locale: LocaleEntry } }
type Row = { cityId: string | null; cityNames: Record<string, string> | null; cellX: number | null }

/** Returns what the form of a member's place shows. */
export async function viewPlace({ env, url, translator: { locale } }: Page, row: Row): Promise<PlaceView> {
  const { cityId, cityNames, cellX } = row
  const typed = url.searchParams.get(typedParam)
  // Rare, so no page evaluates the search with its form.
  const found = typed === null ? [] : await (await import('./find-places.ts')).findPlaces(env.ASSETS, typed, locale)
  return {
    saved: cityId !== null && cityNames ? { id: cityId, name: cityName(cityNames, locale) ?? cityId } : null,
    hasCell: cellX !== null,
    search: typed === null ? null : { typed, found },
  }
}
