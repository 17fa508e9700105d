import type { DistanceBand } from '#features/location/contract.ts'
import { onlineMs } from '#features/profile/contract.ts'
import type { Activity, NearbyView, Points } from './contract.ts'

const dayMs = 24 * 60 * 60_000

/** Points of a perfect match in each part of the score; 100 in all (product.md 'People', docs/discovery.md). */
export const weights = { common: 45, distance: 25, activity: 20, completeness: 10 } as const

const bandShares: Record<DistanceBand, number> = { 5: 1, 10: 0.85, 25: 0.65, 50: 0.4, 100: 0.2, over: 0 }
/** Who hides it counts as if seen within the week: neither a reward nor a punishment. */
const activityShares: Record<Activity, number> = { now: 1, day: 0.8, week: 0.5, month: 0.2, earlier: 0, hidden: 0.5 }

/** `now` is within five minutes; the rest is by the day, so that a card tells nobody's hours. */
export function activityOf(activeAt: number, now: number): Activity {
  const idleMs = now - activeAt
  if (idleMs <= onlineMs) return 'now'
  if (idleMs <= dayMs) return 'day'
  if (idleMs <= 7 * dayMs) return 'week'
  return idleMs <= 30 * dayMs ? 'month' : 'earlier'
}

export type ScoreFacts = {
  /** 0 to 1: the match by the quiz, or else what both profiles share over all that either has. */
  commonShare: number
  band: DistanceBand
  activity: Activity
  /** 0 to 100. */
  completeness: number
}

/**
 * The parts of the score, in points. Distance counts by its band alone, so within one band nobody's order tells who is
 * nearer. Rounded to a tenth, which the card shows and the order uses: what is explained is what happened.
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

/** A boost puts its member before every score (docs/discovery.md, 'Boosts'). */
export const boostRank = 1000

/** Who likes the viewer stands before every boost. */
export const likesYouRank = 10_000

/** A place in an order: higher ranks first, equal ones by id. */
export type Place = { rank: number; id: string }

/** Compares two places; the order never depends on anything else, so that pages neither repeat nor skip. */
export function comparePlaces(a: Place, b: Place): number {
  return b.rank - a.rank || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
}

/** The next `size` of a window, those behind `after`, and whether more are left of it. */
export function takePage<Entry extends Place>(
  window: readonly Entry[],
  after: Place | null,
  size: number,
): { page: Entry[]; hasMore: boolean } {
  const left = [...window].sort(comparePlaces).filter((entry) => after === null || comparePlaces(after, entry) < 0)
  return { page: left.slice(0, size), hasMore: left.length > size }
}

/** Born then or earlier (ISO), one is of this age at least: `ageOn` of the profile's rules, turned round for an index. */
export function latestBirthDate(age: number, today: string): string {
  return `${Number(today.slice(0, 4)) - age}${today.slice(4)}`
}

/** With consent to look at any distance, no place is asked about. */
export const looksEverywhere = (view: Pick<NearbyView, 'wide' | 'within'>) => view.wide && view.within === null

/**
 * People who are looked at together: when none of them fits, they count as one of a window. The further a view looks, the more
 * parents each begin with a stretch, so the shorter these are: a page reads fewer than 3,000 rows in every view.
 */
export function strideOf(view: Pick<NearbyView, 'wide' | 'within'>): number {
  if (looksEverywhere(view)) return 7
  return [7, 6, 5][reachOf(view) - 1] ?? 5
}

/** Of those who suit but were answered or blocked, one in so many counts as one of a window: asking about them reads rows. */
export const settledInAStep = 4

/** How many parents around the own one a view looks into: one is 40 km each way, a wider distance needs more. */
export function reachOf(view: Pick<NearbyView, 'within'>): number {
  if (view.within === 100) return 3
  return view.within === 50 ? 2 : 1
}

/** Those of a page who stand on it only because of a boost: by the score alone, other people would have their places. */
export function raisedOnto<Entry extends Place>(
  page: readonly Entry[],
  merged: readonly Entry[],
  natural: readonly Place[],
): Entry[] {
  const [first] = page
  if (!first) return []
  const start = [...merged].sort(comparePlaces).findIndex((entry) => entry.id === first.id)
  const unraised = new Set(
    [...natural]
      .sort(comparePlaces)
      .slice(start, start + page.length)
      .map((place) => place.id),
  )
  return page.filter((entry) => entry.rank >= boostRank && !unraised.has(entry.id))
}
