import type { LocaleEntry } from '#shared/i18n/locales.ts'
import type { FoundPlace } from '#features/location/contract.ts'
import { loadPlaces, type Assets } from './load-places.ts'
import { describePlace, searchPlaces } from './search-places.ts'

/** Returns the towns for what a reader typed, as they see them. */
export async function findPlaces(assets: Assets, typed: string, locale: LocaleEntry): Promise<FoundPlace[]> {
  const places = await loadPlaces(assets)
  return searchPlaces(places, typed).map((place) => describePlace(places, place, locale))
}
