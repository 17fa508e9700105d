import { choices, intents, interests, spokenLanguages } from '#features/profile/contract.ts'
import { defaultView, type NearbyView } from '#features/nearby/contract.ts'
import type { AreaQuery, AreaRow } from '#features/nearby/server/areas/contract.ts'
import { Candidates } from '#objects/area/candidates.ts'
import { findIn } from '#objects/area/find.ts'
import { mulberry32 } from '#seed/demo/random.ts'
import type { Figure } from '../report.ts'

const AREAS = 20
const PEOPLE = 50_000
const BOOSTS = 10_000
const QUERIES = 2000
const MAX_MEDIAN_MS = 1
const MAX_P99_MS = 10
/** A page asks the areas around its viewer's. */
const NEAR = 9
const now = Date.UTC(2026, 10, 30, 12)
const dayMs = 24 * 60 * 60_000

const views: Partial<NearbyView>[] = [
  {},
  {},
  { ageMin: 25, ageMax: 45, within: 25, intents: ['dating', 'relationship'] },
  { photo: true },
  { verified: true },
  { speaks: 'en' },
  { order: 'neutral' },
  { ageMax: 18 },
]

/**
 * The cores of twenty areas with 50,000 candidates each, a million in all, as their objects hold them: the time of a window of 200 with
 * its scores, that of all areas of a page one after another, and the memory.
 */
export async function measureAreas(): Promise<Figure[]> {
  const random = mulberry32(20261130)
  const before = process.memoryUsage().rss
  const started = performance.now()
  const areas = Array.from({ length: AREAS }, (_, area) => {
    const candidates = new Candidates()
    candidates.load(createRows(random, area))
    return candidates
  })
  const loadMs = (performance.now() - started) / AREAS
  const bytes = (process.memoryUsage().rss - before) / (AREAS * PEOPLE)
  for (let warm = 0; warm < 200; warm += 1) ask(areas, random)
  const windows = Array.from({ length: QUERIES }, () => ask(areas, random)).toSorted((a, b) => a - b)
  const pages = Array.from({ length: QUERIES / NEAR }, () =>
    Array.from({ length: NEAR }, () => ask(areas, random)).reduce((sum, ms) => sum + ms, 0),
  ).toSorted((a, b) => a - b)
  const [median, p99] = [at(windows, 0.5), at(windows, 0.99)]
  return [
    {
      what: `A window of 200 in an area of ${PEOPLE.toLocaleString('en')}, of ${(AREAS * PEOPLE).toLocaleString('en')} candidates in all, ${BOOSTS.toLocaleString('en')} with a boost`,
      measured: `median ${median.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms`,
      target: `≤ ${MAX_MEDIAN_MS} ms, ≤ ${MAX_P99_MS} ms`,
      met: median <= MAX_MEDIAN_MS && p99 <= MAX_P99_MS,
    },
    {
      what: `All ${NEAR} areas of a page, each of that size, one after another`,
      measured: `median ${at(pages, 0.5).toFixed(1)} ms, p99 ${at(pages, 0.99).toFixed(1)} ms; ${Math.round(bytes)} bytes a candidate, read in ${Math.round(loadMs)} ms an area`,
      target: 'none',
      met: true,
    },
  ]
}

const at = (sorted: readonly number[], share: number): number => sorted[Math.floor(sorted.length * share)] ?? Number.NaN

type Random = () => number
const pick = <T>(random: Random, list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)]

function ask(areas: readonly Candidates[], random: Random): number {
  const area = Math.floor(random() * areas.length)
  const candidates = areas[area]
  if (!candidates) throw new Error('There is no such area')
  const query: AreaQuery = {
    seeker: {
      id: 'viewer',
      genderMask: 1 << Math.floor(random() * 3),
      seeksMask: 1 + Math.floor(random() * 7),
      birthDate: birthDateOf(random),
      seeksAgeMin: 18 + Math.floor(random() * 20),
      seeksAgeMax: 40 + Math.floor(random() * 40),
      cellX: 4000 + 8 * area + Math.floor(random() * 8),
      cellY: 3000 + Math.floor(random() * 8),
      intent: pick(random, intents) ?? null,
      interests: interests.filter(() => random() < 0.1),
      languages: spokenLanguages.filter(() => random() < 0.1),
      quiz: '',
      hasPremium: false,
    },
    view: { ...defaultView, ...pick(random, views) },
    from: null,
    to: null,
    likers: [],
    at: now,
    now,
  }
  const start = performance.now()
  findIn(candidates, query)
  return performance.now() - start
}

const birthDateOf = (random: Random) => new Date(now - (18 + random() * 45) * 365.25 * dayMs).toISOString().slice(0, 10)

function* createRows(random: Random, area: number): Generator<AreaRow> {
  for (let index = 0; index < PEOPLE; index += 1) {
    const id = `${area.toString(36)}-${index.toString(36)}-`.padEnd(22, 'x')
    const hasBoost = index % ((AREAS * PEOPLE) / BOOSTS) === 0
    yield {
      id,
      activeAt: now - Math.floor(random() ** 2 * 60 * dayMs),
      genderMask: 1 << Math.floor(random() * 3),
      seeksMask: 1 + Math.floor(random() * 7),
      birthDate: birthDateOf(random),
      seeksAgeMin: 18 + Math.floor(random() * 10),
      seeksAgeMax: 35 + Math.floor(random() * 50),
      cellX: 4000 + 8 * area + Math.floor(random() * 8),
      cellY: 3000 + Math.floor(random() * 8),
      intent: pick(random, intents) ?? null,
      interests: JSON.stringify(interests.filter(() => random() < 0.1)),
      languages: JSON.stringify(spokenLanguages.filter(() => random() < 0.1)),
      visibility: '{}',
      showsOnline: random() < 0.9 ? 1 : 0,
      verified: random() < 0.1 ? 1 : 0,
      hasPhoto: random() < 0.8 ? 1 : 0,
      hasPromptAnswers: random() < 0.6 ? 1 : 0,
      heightCm: 150 + Math.floor(random() * 50),
      drinking: pick(random, choices.drinking) ?? null,
      smoking: pick(random, choices.smoking) ?? null,
      education: pick(random, choices.education) ?? null,
      kids: pick(random, choices.kids) ?? null,
      completeness: Math.floor(random() * 101),
      quiz: '',
      boosts: hasBoost ? JSON.stringify([[id, now - 1000, now + dayMs]]) : '[]',
    }
  }
}
