import { citySeeds } from '#db/seed/cities.ts'
import { defaultLocale, type LocaleEntry } from '#shared/i18n/locales.ts'
import type { TimeZonesView } from '../contract.ts'

/** What the runtime calls places; the rest of its names are offsets and leftovers of other systems. */
const places = /^(Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Europe|Indian|Pacific)\//

/** Browsers and runtimes still give some zones the names that their cities had before. */
const presentNames: Record<string, string> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Coral_Harbour': 'America/Atikokan',
  'America/Godthab': 'America/Nuuk',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
}
const presentName = (zone: string) => presentNames[zone] ?? zone

/**
 * The zones to choose from, theirs among them, by city and in the reader's words. Made on the server only: a
 * browser may know other names, and hydration must not differ. `device` is null when it is the member's own zone.
 */
export function toTimeZones(own: string, device: string, locale: LocaleEntry): TimeZonesView {
  const cities = new Map(citySeeds.map(({ names }) => [names.en, names[locale.code] ?? names[defaultLocale]]))
  const cityOf = (zone: string) => {
    const name = presentName(zone)
    const [, ...parts] = name.includes('/') ? name.replaceAll('_', ' ').split('/') : ['', name]
    const city = parts.toReversed().join(', ')
    return cities.get(city) ?? city
  }
  const { compare } = new Intl.Collator(locale.lang)
  const known = Intl.supportedValuesOf('timeZone').filter((zone) => places.test(zone))
  // Once each, under the name that is stored.
  const zones = new Map([...known, 'UTC', own].map((zone) => [presentName(zone), zone]))
  const options = [...zones.values()].map((value) => ({ value, label: cityOf(value) }))
  const isOwn = presentName(device) === presentName(own)
  return {
    own,
    name: cityOf(own),
    options: options.sort((one, other) => compare(one.label, other.label)),
    device: isOwn || device === 'UTC' ? null : { value: device, label: cityOf(device) },
  }
}
