import { readFile } from 'node:fs/promises'
import { readPlaces } from '#features/location/server/places/place-file.ts'
import { describePlace, searchPlaces } from '#features/location/server/places/search-places.ts'
import { getLocale } from '#shared/i18n/locales.ts'
import type { Figure } from '../report.ts'

const file = 'src/features/location/server/places/places.bin'
const most = { firstMs: 50, p99Ms: 5 }
const searches = 3000

/** The first search of an isolate, which reads the file, and those of members who type names of any town. */
export async function measureTownSearch(): Promise<Figure[]> {
  const bytes = new Uint8Array(await readFile(file))
  const begun = process.cpuUsage()
  const places = readPlaces(bytes)
  searchPlaces(places, 'york')
  const first = sinceMs(begun)

  const locale = getLocale('en')
  const times = Array.from({ length: searches }, (_, index) => {
    const { name } = describePlace(places, (index * 7919) % places.ids.length, locale)
    // Some texts are in no name at all: every key is looked through.
    const typed = index % 10 === 0 ? `${name}qz` : name.slice(0, 2 + (index % 7))
    const started = process.cpuUsage()
    for (const place of searchPlaces(places, typed)) describePlace(places, place, locale)
    return sinceMs(started)
  }).toSorted((one, other) => one - other)
  const p99 = times[Math.floor(searches * 0.99)] ?? Number.NaN
  return [
    {
      what: `First search for a town: reads ${places.ids.length} towns (${bytes.byteLength} bytes), processor`,
      measured: `${first.toFixed(1)} ms`,
      target: `≤ ${most.firstMs} ms`,
      met: first <= most.firstMs,
    },
    {
      what: `Later searches, ${searches} texts, processor`,
      measured: `p50 ${(times[searches / 2] ?? Number.NaN).toFixed(2)} ms, p99 ${p99.toFixed(2)} ms`,
      target: `p99 ≤ ${most.p99Ms} ms`,
      met: p99 <= most.p99Ms,
    },
  ]
}

function sinceMs(start: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1000
}
