import { foldVersion } from '#shared/text/fold.ts'
import type { Cell } from '#features/location/contract.ts'

/** A town as scripts/places.ts writes it. `region` is '' unless another town of the country has one of its names. */
export type Place = {
  /** The number in GeoNames. */
  id: number
  cell: Cell
  /** ISO 3166-1 alpha-2, lower case. */
  country: string
  region: string
  /** The name in GeoNames, in Latin characters. */
  name: string
  /** The name in the language of its country; '' if it is `name`, or if no source has it. */
  local: string
  /** The city of `cities` that has a page; '' for the others. */
  cityId: string
  /** Names by locale, only from sources that name the language. */
  names: Record<string, string>
  /** Keys of the names above, and of other spellings that begin with none of them. */
  keys: readonly string[]
  otherKeys: readonly string[]
}

/** One string for all towns, in which a town's part is from its start to the next one's. */
export type Texts = { text: string; starts: Uint32Array }

/** Keys in the order of their characters, each with a line break, and the town of each. A search halves them. */
export type SortedKeys = Texts & { places: Uint16Array }

/**
 * The towns of the file, larger ones first; a town is its position. Texts are one string for all: 11,000 objects would take far
 * longer to create.
 */
export type Places = {
  ids: Int32Array
  cellX: Uint16Array
  cellY: Uint16Array
  country: Uint8Array
  region: Uint16Array
  /** A line each, with its parts between tabs. */
  names: Texts
  /** Each key stands between line breaks. */
  keys: Texts
  otherKeys: SortedKeys
  countries: readonly string[]
  regions: readonly string[]
  foldVersion: number
}

type Tables = Pick<Places, 'countries' | 'regions' | 'foldVersion'> & { source: string }

/** Numbers of towns and of other keys, and the bytes of the four texts. */
const headerFields = 6

export function writePlaces(places: readonly Place[], source: string): Uint8Array<ArrayBuffer> {
  const countries = [...new Set(places.map(({ country }) => country))]
  const regions = [...new Set(places.map(({ region }) => region))]
  const names = places.map(toLine)
  const keys = places.map(({ keys }) => `\n${keys.join('\n')}\n`)
  const otherKeys = places
    .flatMap((place, index) => place.otherKeys.map((key) => ({ key, index })))
    .toSorted((one, other) => (one.key === other.key ? one.index - other.index : one.key < other.key ? -1 : 1))
  const tables: Tables = { source, foldVersion, countries, regions }
  const texts = [names.join(''), keys.join(''), otherKeys.map(({ key }) => `${key}\n`).join(''), JSON.stringify(tables)].map(
    (text) => new TextEncoder().encode(text),
  )
  const parts = [
    Uint32Array.from([places.length, otherKeys.length, ...texts.map(({ byteLength }) => byteLength)]),
    Int32Array.from(places, ({ id }) => id),
    Uint16Array.from(names, ({ length }) => length),
    Uint16Array.from(keys, ({ length }) => length),
    Uint16Array.from(places, ({ cell }) => cell.x),
    Uint16Array.from(places, ({ cell }) => cell.y),
    Uint16Array.from(places, ({ region }) => regions.indexOf(region)),
    Uint16Array.from(otherKeys, ({ index }) => index),
    Uint8Array.from(places, ({ country }) => countries.indexOf(country)),
    ...texts,
  ]
  const file = new Uint8Array(parts.reduce((sum, { byteLength }) => sum + byteLength, 0))
  let at = 0
  for (const part of parts) {
    file.set(new Uint8Array(part.buffer, part.byteOffset, part.byteLength), at)
    at += part.byteLength
  }
  return file
}

const toLine = ({ name, local, cityId, names }: Place) =>
  `${[name, local, cityId, ...Object.entries(names).map((entry) => entry.join('='))].join('\t')}\n`

/** Where each text starts in the joined one, and where that ends. */
function startsOf(lengths: Uint16Array): Uint32Array {
  const starts = new Uint32Array(lengths.length + 1)
  lengths.forEach((length, index) => (starts[index + 1] = (starts[index] ?? 0) + length))
  return starts
}

/** The same for lines. */
function startsOfLines(text: string, count: number): Uint32Array {
  const starts = new Uint32Array(count + 1)
  for (let index = 0; index < count; index++) starts[index + 1] = text.indexOf('\n', starts[index]) + 1
  return starts
}

/** Reads the file of `writePlaces`. Its numbers stay where they are. */
export function readPlaces(file: Uint8Array<ArrayBuffer>): Places {
  // Arrays of larger numbers need an address that they divide.
  const bytes = file.byteOffset % Uint32Array.BYTES_PER_ELEMENT === 0 ? file : file.slice()
  let at = bytes.byteOffset
  function take<View extends ArrayBufferView>(
    View: new (buffer: ArrayBuffer, at: number, length: number) => View,
    length: number,
  ): View {
    const view = new View(bytes.buffer, at, length)
    at += view.byteLength
    return view
  }
  const [count = 0, otherCount = 0, nameBytes = 0, keyBytes = 0, otherBytes = 0, tableBytes = 0] = take(Uint32Array, headerFields)
  const ids = take(Int32Array, count)
  const nameStarts = startsOf(take(Uint16Array, count))
  const keyStarts = startsOf(take(Uint16Array, count))
  const cellX = take(Uint16Array, count)
  const cellY = take(Uint16Array, count)
  const region = take(Uint16Array, count)
  const otherPlaces = take(Uint16Array, otherCount)
  const country = take(Uint8Array, count)
  const text = (length: number) => new TextDecoder().decode(take(Uint8Array, length))
  const names = { text: text(nameBytes), starts: nameStarts }
  const keys = { text: text(keyBytes), starts: keyStarts }
  const others = text(otherBytes)
  const otherKeys = { text: others, starts: startsOfLines(others, otherCount), places: otherPlaces }
  const { source: _, ...tables }: Tables = JSON.parse(text(tableBytes))
  return { ids, cellX, cellY, region, country, names, keys, otherKeys, ...tables }
}
