import { collator } from '#shared/intl/formats.ts'
import { citySeeds } from '#features/location/server/public.ts'
import { defaultLocale, type LocaleCode, type LocaleEntry } from '#shared/i18n/locales.ts'
import type { TimeZonesView } from '../contract.ts'
import { isPlace, cityOfZone, presentName } from './zone-names.ts'

type ZoneCities = Partial<Record<LocaleCode, string>>

/** Returns city names in a language, by zone; a zone that is missing here is named by its identifier. */
function readZoneCities(zoneCities: ZoneCities, { code }: LocaleEntry): Map<string, string> {
  const text = zoneCities[code] ?? zoneCities[defaultLocale] ?? ''
  return new Map(
    text.split(';').map((pair): [string, string] => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
  )
}

/** The names of zones in a language. Loaded on demand, because few pages need them. */
async function zoneNames(locale: LocaleEntry) {
  const ours = new Map(citySeeds.map(({ names }) => [names.en, names[locale.code] ?? names[defaultLocale]]))
  const { zoneCities, renamedZones } = await import('./zone-cities.ts')
  const others = readZoneCities(zoneCities, locale)
  const present = (zone: string) => presentName(zone, renamedZones)
  const named = (zone: string) => cityOfZone(zone, renamedZones)
  return { present, cityOf: (zone: string) => ours.get(named(zone)) ?? others.get(present(zone)) ?? named(zone) }
}

/** Names a zone by its city, in the reader's language. */
export async function nameTimeZone(zone: string, locale: LocaleEntry): Promise<string> {
  return (await zoneNames(locale)).cityOf(zone)
}

/**
 * Returns the zones to choose from, including the member's, by city and in their language. Built on the server only: a browser
 * may have other names, and hydration must not differ. `device` is null if it is the member's own zone.
 */
export async function toTimeZones(own: string, device: string, locale: LocaleEntry): Promise<TimeZonesView> {
  const { present, cityOf } = await zoneNames(locale)
  const { compare } = collator(locale.lang)
  const known = Intl.supportedValuesOf('timeZone').filter(isPlace)
  // Each zone appears once, under the name that is stored.
  const zones = new Map([...known, 'UTC', own].map((zone) => [present(zone), zone]))
  const options = [...zones.values()].map((value) => ({ value, label: cityOf(value) }))
  const isOwn = present(device) === present(own)
  return {
    own,
    name: cityOf(own),
    options: options.sort((one, other) => compare(one.label, other.label)),
    device: isOwn || device === 'UTC' ? null : { value: device, label: cityOf(device) },
  }
}
