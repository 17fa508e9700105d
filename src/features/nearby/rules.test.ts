import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ageOn } from '#features/profile/rules.ts'
import {
  activityOf,
  boostRank,
  commonShareOf,
  compareRanks,
  latestBirthDate,
  pointsOf,
  raisedOnto,
  reachOf,
  scoreOf,
  strideOf,
  takePage,
  weights,
  type RankKey,
  type ScoreFacts,
} from './rules.ts'

const now = Date.UTC(2026, 10, 20, 12)
const hour = 60 * 60_000
const facts: ScoreFacts = { commonShare: 0.5, band: 10, activity: 'day', completeness: 80 }

describe('score', () => {
  test('is 45 parts common ground, 25 distance, 20 activity and 10 completeness', () => {
    expect(weights).toEqual({ common: 45, distance: 25, activity: 20, completeness: 10 })
    const points = pointsOf(facts)
    expect(points).toEqual({ common: 22.5, distance: 21.3, activity: 16, completeness: 8 })
    expect(scoreOf(points)).toBe(67.8)
  })

  test('has five of the 45 points for a language that both speak, and the rest for what else they have in common', () => {
    const common = (alike: number, hasLanguage: boolean) =>
      pointsOf({ ...facts, commonShare: commonShareOf(alike, hasLanguage) }).common
    expect([common(0, false), common(0, true), common(0.5, false), common(0.5, true)]).toEqual([0, 5, 20, 25])
    expect([common(1, false), common(1, true), common(0.83, true)]).toEqual([40, 45, 38.2])
  })

  test('has its first part rounded to a tenth: 83 % of 45 points', () => {
    const points = pointsOf({ commonShare: 83 / 100, band: 25, activity: 'now', completeness: 80 })
    expect(points.common).toBe(37.4)
    expect(scoreOf(points)).toBe(81.7)
  })

  test('is 100 at best and 0 at worst', () => {
    expect(scoreOf(pointsOf({ commonShare: 1, band: 5, activity: 'now', completeness: 100 }))).toBe(100)
    expect(scoreOf(pointsOf({ commonShare: 0, band: 'over', activity: 'earlier', completeness: 0 }))).toBe(0)
  })

  test('never rises with the distance', () => {
    const scores = ([5, 10, 25, 50, 100, 'over'] as const).map((band) => scoreOf(pointsOf({ ...facts, band })))
    expect(scores).toEqual([...scores].sort((a, b) => b - a))
  })
})

test('activity is shown by the day, and online means within five minutes', () => {
  expect(activityOf(now - 5 * 60_000, now)).toBe('now')
  expect(activityOf(now - 5 * 60_000 - 1, now)).toBe('day')
  expect(activityOf(now - 23 * hour, now)).toBe('day')
  expect(activityOf(now - 25 * hour, now)).toBe('week')
  expect(activityOf(now - 8 * 24 * hour, now)).toBe('month')
  expect(activityOf(now - 31 * 24 * hour, now)).toBe('earlier')
  expect(activityOf(now + hour, now)).toBe('now')
})

describe('pages of a window', () => {
  const places = fc.uniqueArray(
    fc.record({ rank: fc.integer({ min: 0, max: 5 }), id: fc.string({ minLength: 1, maxLength: 4 }) }),
    {
      selector: (place) => place.id,
      maxLength: 120,
    },
  )

  function allPages(window: readonly RankKey[]): RankKey[] {
    const seen: RankKey[] = []
    let after: RankKey | null = null
    for (;;) {
      const { page, hasMore }: { page: readonly RankKey[]; hasMore: boolean } = takePage(window, after, 24)
      seen.push(...page)
      after = page.at(-1) ?? null
      if (!hasMore) return seen
    }
  }

  test('show everyone exactly once and in order, however many share a rank', () => {
    fc.assert(
      fc.property(places, (window) => {
        expect(allPages(window)).toEqual([...window].sort(compareRanks))
      }),
      { seed: 20_261_120 },
    )
  })

  test('go on behind the last place even when its person has left the window', () => {
    const window = [
      { rank: 3, id: 'a' },
      { rank: 2, id: 'b' },
      { rank: 1, id: 'c' },
    ]
    const { page } = takePage(window, null, 2)
    const left = window.filter((place) => place.id !== 'b')
    expect(takePage(left, page.at(-1) ?? null, 2).page).toEqual([{ rank: 1, id: 'c' }])
  })
})

test('a wider distance looks into more parent cells', () => {
  expect([null, 5, 10, 25, 50, 100].map((within) => reachOf({ within: within as 5 | null }))).toEqual([1, 1, 1, 1, 2, 3])
})

test('people are read in shorter ranges by a filter that reads their profiles', () => {
  const view = { wide: false, within: null, premium: {}, speaks: null }
  expect([strideOf(view), strideOf({ ...view, speaks: 'en' }), strideOf({ ...view, within: 100, speaks: 'en' })]).toEqual([
    7, 4, 3,
  ])
})

describe('raised onto a page', () => {
  const natural = ['a', 'b', 'c', 'd', 'e'].map((id, index) => ({ rank: 90 - index, id }))
  const raise = (...ids: string[]) =>
    natural.map((place) => (ids.includes(place.id) ? { ...place, rank: place.rank + boostRank } : place))
  const raisedOn = (pageNumber: number, ...ids: string[]) => {
    const merged = raise(...ids).sort(compareRanks)
    let [after, raised]: [RankKey | null, RankKey[]] = [null, []]
    for (let start = 0; start <= pageNumber * 2; start += 2)
      ({ raised, natural: after } = raisedOnto(merged.slice(start, start + 2), natural, after))
    return raised.map(({ id }) => id)
  }

  test('is who would stand on a later page without a boost, and not who stands there anyway', () => {
    expect(raisedOn(0, 'd')).toEqual(['d'])
    expect(raisedOn(0, 'b')).toEqual([])
    expect(raisedOn(0, 'a', 'e')).toEqual(['e'])
  })

  test('goes by the places of the page itself when there are more boosts than one page shows', () => {
    expect(raisedOn(1, 'a', 'b', 'e')).toEqual(['e'])
    expect(raisedOn(1, 'b', 'd', 'e')).toEqual(['e'])
  })
})

describe('the latest date of birth of an age', () => {
  test.each(['2026-11-20', '2024-02-29', '2025-02-28', '2025-03-01', '2026-01-01', '2026-12-31'])(
    'agrees with the age, on %s',
    (today) => {
      for (const birthDate of [
        '2000-02-29',
        '2000-02-28',
        '2000-03-01',
        '1999-11-20',
        '1999-11-21',
        '1998-01-01',
        '1998-12-31',
      ]) {
        for (let age = 18; age < 30; age++) expect(birthDate <= latestBirthDate(age, today)).toBe(ageOn(birthDate, today) >= age)
      }
    },
  )
})
