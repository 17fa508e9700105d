import { describe, expect, it } from 'vitest'
import { deservesGoodwill, gainOf, type DayCounts } from './gain.ts'
import { boostMs, goodwillBoostMs } from './rules.ts'

const dayMs = 24 * 60 * 60_000
const startsAt = 100 * dayMs
const days = (own: number, before: (day: number) => number): DayCounts[] =>
  Array.from({ length: 15 }, (_, day) => {
    const views = day === 0 ? own : before(day)
    return { day, views, likes: 0, matches: 0 }
  })

describe('what a boost brought', () => {
  it('is what came less the mean of the same time of the 14 days before', () => {
    expect(
      gainOf(
        days(20, (day) => (day <= 7 ? 4 : 2)),
        startsAt,
        0,
      ),
    ).toEqual({ views: 17, likes: 0, matches: 0 })
  })

  it('is told in whole ones that it reached, and never less than nothing', () => {
    expect(
      gainOf(
        days(10, (day) => (day === 3 ? 1 : 0)),
        startsAt,
        0,
      ).views,
    ).toBe(9)
    expect(
      gainOf(
        days(1, () => 5),
        startsAt,
        0,
      ).views,
    ).toBe(0)
  })

  it('of a member of few days is told against those alone', () => {
    const before = (day: number) => (day <= 2 ? 6 : 0)
    expect(gainOf(days(10, before), startsAt, startsAt - 2 * dayMs).views).toBe(4)
    expect(gainOf(days(10, before), startsAt, startsAt - dayMs / 2).views).toBe(10)
  })

  it('counts likes and matches each for themselves', () => {
    const rows = [
      { day: 0, views: 0, likes: 3, matches: 1 },
      ...Array.from({ length: 14 }, (_, index) => ({ day: index + 1, views: 0, likes: 1, matches: 0 })),
    ]
    expect(gainOf(rows, startsAt, 0)).toEqual({ views: 0, likes: 2, matches: 1 })
  })
})

it('is made good below 10 extra views: not from 10 on, not for a boost that was given for that, not for one that a refund ended', () => {
  const gain = (views: number) => ({ views, likes: 0, matches: 0 })
  const of = (lengthMs: number) => ({ startsAt, endsAt: startsAt + lengthMs })
  expect([9, 10].map((views) => deservesGoodwill(of(boostMs), gain(views)))).toEqual([true, false])
  expect([goodwillBoostMs, boostMs - 1, 0].map((lengthMs) => deservesGoodwill(of(lengthMs), gain(0)))).toEqual([
    false,
    false,
    false,
  ])
})
