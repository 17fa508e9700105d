import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { renamedZones } from '#features/settings/server/zone-cities.ts'
import { presentName } from '#features/settings/server/zone-names.ts'

type Zones = { exemplarCity?: string } & { [part: string]: Zones | string }

/**
 * Returns the cities that time zones are named after in a language, by the zone's present name, from the Unicode CLDR. `folder`: the
 * package's `main`. Throws if it has no such language.
 */
export function readZoneCities(folder: string, tag: string): ReadonlyMap<string, string> {
  const file: { main: Record<string, { dates: { timeZoneNames: { zone: Zones } } }> } = JSON.parse(
    readFileSync(join(folder, tag, 'timeZoneNames.json'), 'utf8'),
  )
  return new Map(citiesOf(file.main[tag]?.dates.timeZoneNames.zone ?? {}, ''))
}

/** In our spelling: no hidden hyphens, the apostrophe of our texts. */
const tidy = (city: string) => city.replaceAll('\u00ad', '').replaceAll('\u02bc', '’')

function citiesOf(zones: Zones, path: string): [zone: string, city: string][] {
  return Object.entries(zones).flatMap(([name, zone]) => {
    if (typeof zone === 'string' || name === 'long' || name === 'short') return []
    const full = path + name
    return zone.exemplarCity === undefined
      ? citiesOf(zone, `${full}/`)
      : [[presentName(full, renamedZones), tidy(zone.exemplarCity)]]
  })
}
