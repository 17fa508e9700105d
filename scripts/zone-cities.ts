import { writeFileSync } from 'node:fs'
import { citySeeds } from '#features/location/server/cities.ts'
import { renamedZones } from '../src/features/settings/server/zone-cities.ts'
import { isPlace, cityOfZone } from '../src/features/settings/server/zone-names.ts'
import { locales } from '../src/shared/i18n/locales.ts'
import { readZoneCities } from './places/cldr.ts'
import { withMessage } from './server/run.ts'

/**
 * Generates the list of cities that time zones are named after, from the Unicode CLDR (Unicode-3.0 licence), currently 48.2:
 * `npm pack cldr-dates-full`, unpack it, `npm exec -- node scripts/zone-cities.ts package/main`. It omits names equal to the
 * zone's own and cities of our own table. Each language is one text, which costs nothing until it is read: `zone=city;zone=city`.
 */
const target = 'src/features/settings/server/zone-cities.json'
await withMessage(() => {
  const [folder] = process.argv.slice(2)
  if (!folder) throw new Error('Name the folder: npm exec -- node scripts/zone-cities.ts package/main')

  /** Round brackets, as in our texts. */
  const tidy = (city: string) => city.replaceAll('[', '(').replaceAll(']', ')')
  const ours = new Set(citySeeds.map(({ names }) => names.en))

  const texts = locales
    .filter(({ code }) => code !== 'en-us')
    .map(({ code }) => {
      const tag = code === 'pt' ? 'pt-PT' : code
      const named = [...readZoneCities(folder, tag)]
        .map(([zone, city]) => [zone, tidy(city)] as const)
        .filter(
          ([zone, city]) => isPlace(zone) && city !== cityOfZone(zone, renamedZones) && !ours.has(cityOfZone(zone, renamedZones)),
        )
      return [
        code,
        named
          .map((pair) => pair.join('='))
          .toSorted()
          .join(';'),
      ]
    })
  writeFileSync(target, `${JSON.stringify(Object.fromEntries(texts), null, 2)}\n`)
}, `${target} is as it was. The head of this script says where the folder comes from.`)
