import type { DistanceBand } from '#features/location/contract.ts'
import { onlineMs } from '#features/profile/contract.ts'
import { windowSize, type Activity, type NearbyView, type Points } from './contract.ts'

const dayMs = 24 * 60 * 60_000

/** Points for the maximum in each part of the score; 100 in total (product.md 'People', docs/discovery.md). */
export const weights = { common: 45, distance: 25, activity: 20, completeness: 10 } as const

/** Of the points for what both have in common, those for a language that both speak (product.md 'Languages'). */
export const languagePoints = 5

/**
 * The share of the points for what both have in common. `alike`: 0 to 1, the compatibility by the quiz; without one, the share of interests
 * and intent.
 */
export function commonShareOf(alike: number, hasLanguage: boolean): number {
  const ofLanguage = languagePoints / weights.common
  return alike * (1 - ofLanguage) + (hasLanguage ? ofLanguage : 0)
}

const bandShares: Record<DistanceBand, number> = { 5: 1, 10: 0.85, 25: 0.65, 50: 0.4, 100: 0.2, over: 0 }
/** People who hide their activity count as if seen within the week: neither an advantage nor a disadvantage. */
const activityShares: Record<Activity, number> = { now: 1, day: 0.8, week: 0.5, month: 0.2, earlier: 0, hidden: 0.5 }

/** Whether someone in this band is shown in a view that may have a radius. */
export function isWithin(band: DistanceBand, view: NearbyView): boolean {
  return view.within === null || (band !== 'over' && band <= view.within)
}

/** `now` means within five minutes; the rest is by the day, so that a card reveals no hours. */
export function activityOf(activeAt: number, now: number): Activity {
  const idleMs = now - activeAt
  if (idleMs <= onlineMs) return 'now'
  if (idleMs <= dayMs) return 'day'
  if (idleMs <= 7 * dayMs) return 'week'
  return idleMs <= 30 * dayMs ? 'month' : 'earlier'
}

export type ScoreFacts = {
  /** 0 to 1: what both have in common. */
  commonShare: number
  band: DistanceBand
  activity: Activity
  /** 0 to 100. */
  completeness: number
}

/**
 * The parts of the score, in points. Distance counts by its band alone, so within one band the order reveals no distance. Points
 * are rounded to a tenth; the card shows the same values that the order uses.
 */
export function pointsOf(facts: ScoreFacts): Points {
  const tenth = (value: number) => Math.round(value * 10) / 10
  return {
    common: tenth(weights.common * facts.commonShare),
    distance: tenth(weights.distance * bandShares[facts.band]),
    activity: tenth(weights.activity * activityShares[facts.activity]),
    completeness: tenth((weights.completeness * facts.completeness) / 100),
  }
}

/** 0 to 100. */
export function scoreOf(points: Points): number {
  return Math.round((points.common + points.distance + points.activity + points.completeness) * 10) / 10
}

/** A boost ranks its member above every score (docs/discovery.md, 'Boosts'). */
export const boostRank = 1000

/** People who like the viewer rank above every boost. */
export const likesYouRank = 10_000

/** Sort key of an entry: higher ranks first, equal ones by id. */
export type RankKey = { rank: number; id: string }

/** Compares two sort keys. The order depends on nothing else, so that pages neither repeat nor skip people. */
export function compareRanks(a: RankKey, b: RankKey): number {
  return b.rank - a.rank || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
}

/** The next `size` entries of a window after `after`, and whether the window has more. */
export function takePage<Entry extends RankKey>(
  window: readonly Entry[],
  after: RankKey | null,
  size: number,
): { page: Entry[]; hasMore: boolean } {
  const left = [...window].sort(compareRanks).filter((entry) => after === null || compareRanks(after, entry) < 0)
  return { page: left.slice(0, size), hasMore: left.length > size }
}

/** The latest birth date (ISO) with which a person has at least this age: the inverse of the profile's `ageOn`, for an index. */
export function latestBirthDate(age: number, today: string): string {
  return `${Number(today.slice(0, 4)) - age}${today.slice(4)}`
}

/** If the viewer has agreed to look at any distance, the query has no condition on place. */
export const looksEverywhere = (view: Pick<NearbyView, 'wide' | 'within'>) => view.wide && view.within === null

/** Three pages. Everyone of the world's newest has just been online, so that more of them would hardly change the order. */
const windowAnywhere = 72

/**
 * How many steps a new window of a view takes at first. Only the list of any distance is always walked in D1, at five rows a person; it
 * takes all `windowSize` if those do not fill a page.
 */
export const firstWindowSize = (view: Pick<NearbyView, 'wide' | 'within'>): number =>
  looksEverywhere(view) ? windowAnywhere : windowSize

/**
 * How many people one step of a window examines if none of them fits. The further a view looks, the more parents each begin a
 * range, so their ranges are shorter. A page reads fewer than 3,000 rows in every view.
 */
export function strideOf(view: Pick<NearbyView, 'wide' | 'within' | 'premium' | 'speaks'>): number {
  // Filters of premium and languages read the profile itself, one more row for each person.
  if (Object.keys(view.premium).length > 0 || view.speaks !== null) return reachOf(view) > 1 ? 3 : 4
  if (looksEverywhere(view)) return 7
  return [7, 6, 5][reachOf(view) - 1] ?? 5
}

/**
 * Of people who would fit but were already decided on or blocked, this many count as one step of a window, because checking them
 * reads rows.
 */
export const settledInAStep = 4

/** How many parents around the viewer's own a view examines. One is 40 km in each direction; larger distances need more. */
export function reachOf(view: Pick<NearbyView, 'within'>): number {
  if (view.within === 100) return 3
  return view.within === 50 ? 2 : 1
}

/**
 * People on a page only because of a boost, and where the order without boosts (`natural`) has come to: by score, others would be in
 * their positions. `after`: where it had come to before the page.
 */
export function raisedOnto<Entry extends RankKey>(
  page: readonly Entry[],
  natural: readonly RankKey[],
  after: RankKey | null,
): { raised: Entry[]; natural: RankKey | null } {
  const places = takePage(natural, after, page.length).page
  const unraised = new Set(places.map(({ id }) => id))
  return {
    raised: page.filter((entry) => entry.rank >= boostRank && !unraised.has(entry.id)),
    natural: places.at(-1) ?? after,
  }
}
