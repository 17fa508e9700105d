import type { LocaleEntry } from '#shared/i18n/locales.ts'
import type { FoundPlace } from '#features/location/contract.ts'
import { loadPlaces } from './load-places.ts'
import { describePlace, searchPlaces } from './search-places.ts'

/** Returns the towns for what a reader typed, as they see them. */
export async function findPlaces(typed: string, locale: LocaleEntry): Promise<FoundPlace[]> {
  const places = await loadPlaces()
  return searchPlaces(places, typed).map((place) => describePlace(places, place, locale))
}
