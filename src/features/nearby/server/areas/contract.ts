import type { NearbyView } from '#features/nearby/contract.ts'

/** A place in the order by last activity: latest first, then by id, the greater one first. */
export type ActivityKey = { activeAt: number; id: string }

/** What an area stores of a candidate: the columns of D1 by which the list filters and scores. Lists are the JSON of the row. */
export type AreaRow = {
  id: string
  activeAt: number
  genderMask: number
  seeksMask: number
  birthDate: string
  seeksAgeMin: number
  seeksAgeMax: number
  cellX: number
  cellY: number
  intent: string | null
  interests: string
  /** Absent in rows of earlier builds, as `hasPromptAnswers` is. */
  languages?: string
  visibility: string
  showsOnline: 0 | 1
  verified: 0 | 1
  hasPhoto: 0 | 1
  /** To questions, at least one that everyone sees. */
  hasPromptAnswers?: 0 | 1
  heightCm: number | null
  drinking: string | null
  smoking: string | null
  education: string | null
  kids: string | null
  completeness: number
  /** Packed answers. */
  quiz: string
  /** JSON array of `[id, startsAt, endsAt]`: boosts that had not ended when the row was read. */
  boosts: string
}

/** The viewer's facts that decide who fits, and how well. */
export type Seeker = {
  id: string
  genderMask: number
  seeksMask: number
  birthDate: string
  seeksAgeMin: number
  seeksAgeMax: number
  cellX: number | null
  cellY: number | null
  intent: string | null
  interests: string[]
  /** Those that the viewer counts as speaking. */
  languages: readonly string[]
  quiz: string
  hasPremium: boolean
}

/** `at`: the list's clock; `now`: for ages and the online dot; both ms. The window is that of the list's query. */
export type AreaQuery = {
  seeker: Seeker
  view: NearbyView
  from: ActivityKey | null
  to: ActivityKey | null
  /** People whose likes of the viewer open the first window. */
  likers: readonly string[]
  at: number
  now: number
}

/** `rank`: without what only D1 knows, the likes of the viewer. */
export type FoundPerson = ActivityKey & { rank: number }
type BoostKey = { boostId: string; endsAt: number }
export type BoostedPerson = FoundPerson & BoostKey

/**
 * `found`: the newest people of the window who fit, at most `windowSize`; who is blocked or decided on is among them. `boosted`:
 * of the boosts that end first, at most `mostBoosts`; `fits` is false for people who do not. `liked`: the asked likers who fit,
 * whatever their activity.
 */
export type AreaAnswer = { found: FoundPerson[]; boosted: (BoostedPerson & { fits: boolean })[]; liked: FoundPerson[] }

/** A change of one candidate; null: not a candidate of this area any more. `revision`: the area's, when D1 was read. */
export type AreaChange = { id: string; row: AreaRow | null; revision: number }

/** Maximum number of boosts of an area, or of the world, that one list considers: those that end first. */
export const mostBoosts = 60

/** The order in which boosts are considered: those that end first, then by id. */
export const compareBoosts = (one: BoostKey, other: BoostKey): number =>
  one.endsAt - other.endsAt || (one.boostId < other.boostId ? -1 : one.boostId > other.boostId ? 1 : 0)

/** From so many candidates on, an area is divided. */
export const mostCandidates = 50_000

export type AreaRpc = {
  /** Null until the area has been built from D1, which the call starts. */
  findCandidates(query: AreaQuery): Promise<AreaAnswer | null>
  apply(changes: readonly AreaChange[]): Promise<void>
  /** Records an activity, ms; of somebody whom the area does not know it is ignored. */
  touch(id: string, activeAt: number): Promise<void>
  /** Reads everything from D1 again, in the background. */
  rebuild(): Promise<void>
  /** How many candidates it has; null until it is built. */
  count(): Promise<number | null>
  /** Deletes everything it stores. */
  clear(): Promise<void>
}

/** The object of an area, or of the part of it to which the member belongs. */
export function areaName({ x, y }: { x: number; y: number }, parts: number, memberId: string): string {
  return parts > 1 ? partName({ x, y }, parts, hashOf(memberId) % parts) : partName({ x, y }, 1, 0)
}

/** All objects of an area. */
export function areaNames(parent: { x: number; y: number }, parts: number): string[] {
  return Array.from({ length: parts }, (_, part) => partName(parent, parts, part))
}

/** The inverse of `partName`. */
export function parseAreaName(name: string): { x: number; y: number; part: number; parts: number } | null {
  const found = /^(\d+)\.(\d+)(?:\.(\d+)-(\d+))?$/.exec(name)
  if (!found) return null
  const [x, y, part, parts] = found.slice(1).map((digits) => Number(digits ?? Number.NaN))
  if (x === undefined || y === undefined) return null
  return { x, y, part: part || 0, parts: parts || 1 }
}

/** The number of parts is in the name, so that an area that is divided again has new objects. */
function partName({ x, y }: { x: number; y: number }, parts: number, part: number): string {
  return parts > 1 ? `${x}.${y}.${part}-${parts}` : `${x}.${y}`
}

/** FNV-1a, 32 bits. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  return hash >>> 0
}
