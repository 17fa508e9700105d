import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { placeKey } from '#features/location/server/places/place-key.ts'
import { locales } from '#shared/i18n/locales.ts'
import { cityOfZone, isPlace } from '#features/settings/server/zone-names.ts'
import { renamedZones } from '#features/settings/server/zone-cities.ts'
import { readZoneCities } from './cldr.ts'
import type { Town } from './towns.ts'

/** Names of a town in our languages, and in its country's own. */
export type NamesOfLanguages = { ours: Record<string, string>; local: string | undefined }

/** Countries with one language, of which the CLDR has the names of towns. Calcutta's own is not in Hindi, Zurich's not in French. */
const oneLanguage = new Set(
  'at it gr bg hr rs hu se dk no fi nl sk si lt lv ee is ru jp kr cn br mx ar co pe cl ve ec uy eg th ir'.split(' '),
)

/** The towns that time zones are named after: the Unicode CLDR has their names in many languages, and says in which. */
export function readZoneNames(folder: string, towns: readonly Town[]): Map<Town, NamesOfLanguages> {
  const kept = new Map<string, ReadonlyMap<string, string>>()
  const citiesIn = (tag: string) => {
    const cities = kept.get(tag) ?? (existsSync(join(folder, tag)) ? readZoneCities(folder, tag) : new Map<string, string>())
    kept.set(tag, cities)
    return cities
  }
  const byZone = Map.groupBy(towns, ({ zone }) => zone)
  const english = citiesIn('en')
  return new Map(
    [...byZone].flatMap(([zone, [...all]]) => {
      const city = placeKey(english.get(zone) ?? cityOfZone(zone, renamedZones))
      const town = isPlace(zone)
        ? all.find(({ name, ascii }) => [name, ascii].some((each) => placeKey(each) === city))
        : undefined
      if (!town) return []
      const ours = locales.flatMap(({ code }) => {
        const name = code === 'en-us' ? undefined : citiesIn(code === 'pt' ? 'pt-PT' : code).get(zone)
        return name === undefined ? [] : [[code, name] as const]
      })
      const { language } = new Intl.Locale(`und-${town.country}`).maximize()
      const local = oneLanguage.has(town.country) ? citiesIn(language).get(zone) : undefined
      return [[town, { ours: Object.fromEntries(ours), local }] as const]
    }),
  )
}
