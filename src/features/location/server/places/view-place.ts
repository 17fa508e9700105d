import { typedParam, type PlaceView } from '#features/location/contract.ts'
import type { LocaleEntry } from '#shared/i18n/locales.ts'
import { cityName } from '../city-groups.ts'
import { findPlaces } from './find-places.ts'

type Row = { cityId: string | null; cityNames: Record<string, string> | null; cellX: number | null }

/** Returns what the form of a place shows; `query`: of the page, with the search of a browser without a script. */
export async function viewPlace(
  { cityId, cityNames, cellX }: Row,
  locale: LocaleEntry,
  query: URLSearchParams,
): Promise<PlaceView> {
  const typed = query.get(typedParam)
  return {
    saved: cityId !== null && cityNames ? { id: cityId, name: cityName(cityNames, locale) ?? cityId } : null,
    hasCell: cellX !== null,
    search: typed === null ? null : { typed, found: await findPlaces(typed, locale) },
  }
}
