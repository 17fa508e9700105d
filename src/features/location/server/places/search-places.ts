import type { LocaleEntry } from '#shared/i18n/locales.ts'
import { regionNames } from '#shared/intl/formats.ts'
import { placeLimits, type Cell, type FoundPlace } from '#features/location/contract.ts'
import type { Places, SortedKeys, Texts } from './place-file.ts'
import { placeKey } from './place-key.ts'

/** Shorter texts are in the middle of too many names to help anybody. */
const leastInside = 3

/**
 * Returns the towns for what somebody typed, best first: one of its shown names is the text, begins with it, another spelling
 * begins with it, a later word of a shown name does, or a shown name holds it. Among equals the larger one comes first.
 */
export function searchPlaces({ keys, otherKeys }: Places, typed: string): number[] {
  const key = placeKey(typed.slice(0, placeLimits.typed))
  if (key.length < placeLimits.least) return []
  const found = new Set<number>()
  collect(keys, `\n${key}\n`, found)
  collect(keys, `\n${key}`, found)
  collectSorted(otherKeys, key, found)
  collect(keys, ` ${key}`, found)
  if (key.length >= leastInside) collect(keys, key, found)
  return [...found]
}

/** Adds the towns that have the pattern in their texts, until there are enough. */
function collect({ text, starts }: Texts, pattern: string, found: Set<number>): void {
  let at = found.size < placeLimits.shown ? text.indexOf(pattern) : -1
  while (at >= 0 && found.size < placeLimits.shown) {
    const place = partAt(starts, at)
    found.add(place)
    at = text.indexOf(pattern, starts[place + 1])
  }
}

/** The same for the keys that begin with a text. They are a range, which is not in the order of towns. */
function collectSorted({ text, starts, places }: SortedKeys, key: string, found: Set<number>): void {
  if (found.size >= placeLimits.shown) return
  const lineAt = (line: number) => text.slice(starts[line], starts[line + 1])
  let [from, end] = [0, places.length]
  while (from < end) {
    const middle = (from + end) >> 1
    if (lineAt(middle) < key) from = middle + 1
    else end = middle
  }
  const range: number[] = []
  for (let line = from; line < places.length && text.startsWith(key, starts[line]); line++) range.push(places[line] ?? 0)
  for (const place of range.sort((one, other) => one - other)) if (found.size < placeLimits.shown) found.add(place)
}

/** The last start at or before a position. */
function partAt(starts: Uint32Array, position: number): number {
  let [low, high] = [0, starts.length - 1]
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if ((starts[middle] ?? 0) <= position) low = middle
    else high = middle
  }
  return low
}

/** Returns what a reader sees of a town: never where it lies. */
export function describePlace(places: Places, place: number, locale: LocaleEntry): FoundPlace {
  const line = textOf(places.names, place).slice(0, -1)
  const [base = '', local = '', cityId = '', ...named] = line.split('\t')
  const name = nameIn(named, locale.code) ?? (locale.code === 'en-us' ? nameIn(named, 'en') : undefined) ?? base
  const own = local || base
  const country = places.countries[places.country[place] ?? 0] ?? ''
  return {
    id: cityId || String(places.ids[place]),
    name,
    local: placeKey(own) === placeKey(name) ? '' : own,
    region: places.regions[places.region[place] ?? 0] ?? '',
    country: regionNames(locale.lang).of(country.toUpperCase()) ?? country,
  }
}

const textOf = ({ text, starts }: Texts, part: number) => text.slice(starts[part], starts[part + 1])

const nameIn = (named: readonly string[], code: string) =>
  named.find((each) => each.startsWith(`${code}=`))?.slice(code.length + 1)

/** Numbers of GeoNames. Ids of cities that have a page begin otherwise. */
export const isPlaceId = (id: string): boolean => /^[1-9]\d{0,8}$/.test(id)

/** Returns the cell of a town by its number in GeoNames; null for a number that the file does not have. */
export function findPlaceCell({ ids, cellX, cellY }: Places, id: string): Cell | null {
  const place = ids.indexOf(Number(id))
  const [x, y] = [cellX[place], cellY[place]]
  return x === undefined || y === undefined ? null : { x, y }
}
