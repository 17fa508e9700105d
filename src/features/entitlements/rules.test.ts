import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { addMonths } from './add-months.ts'
import {
  balanceAt,
  boostMs,
  boostsLeft,
  goodwillBoostMs,
  lotsOf,
  planBoost,
  planReturn,
  planUse,
  premiumOf,
  premiumUntil,
  weeklyBoost,
  type Entry,
} from './rules.ts'

const day = 86_400_000
let sources = 0

function entry(overrides: Partial<Entry> & Pick<Entry, 'units' | 'createdAt'>): Entry {
  const sourceKind = overrides.units > 0 ? 'order' : 'use'
  return { kind: 'boost', sourceKind, sourceId: `s${sources++}`, startsAt: overrides.createdAt, expiresAt: null, ...overrides }
}

describe('a balance', () => {
  it('is what was granted less what was used, of that kind alone', () => {
    const entries = [
      entry({ units: 5, createdAt: 0 }),
      entry({ units: 3, createdAt: 1, kind: 'likes' }),
      entry({ units: -2, createdAt: 2 }),
    ]
    expect(balanceAt(entries, 'boost', 10)).toBe(3)
    expect(balanceAt(entries, 'likes', 10)).toBe(3)
    expect(balanceAt(entries, 'undo', 10)).toBe(0)
  })

  it('is that of the order of writing, whatever the clocks of the writers', () => {
    const entries = [entry({ units: 4, createdAt: 9 }), entry({ units: -1, createdAt: 5 })]
    expect(balanceAt(entries, 'boost', 0)).toBe(3)
  })

  it('counts a grant from its start to just before its end', () => {
    const week = entry({ units: 1, createdAt: 0, sourceKind: 'premium-week', startsAt: day, expiresAt: 8 * day })
    expect([0, day, 8 * day - 1, 8 * day].map((now) => balanceAt([week], 'boost', now))).toEqual([0, 1, 1, 0])
  })

  it('loses what expires first, so that a use in time costs nothing that lasts', () => {
    const lasting = entry({ units: 1, createdAt: 0 })
    const weekly = entry({ units: 1, createdAt: 1, sourceKind: 'premium-week', expiresAt: 7 * day })
    const use = entry({ units: -1, createdAt: 2 * day })
    expect(balanceAt([lasting, weekly, use], 'boost', 3 * day)).toBe(1)
    expect(balanceAt([lasting, weekly, use], 'boost', 9 * day)).toBe(1)
    expect(balanceAt([lasting, weekly], 'boost', 9 * day)).toBe(1)
  })

  it('is not mended by a grant that comes after a use', () => {
    const entries = [entry({ units: -1, createdAt: 0 }), entry({ units: 2, createdAt: 1 })]
    expect(balanceAt(entries, 'boost', 2)).toBe(2)
  })

  it('after a refund lacks only what its order had left', () => {
    const order = entry({ units: 10, createdAt: 0, sourceId: 'order-1' })
    const other = entry({ units: 5, createdAt: 1, sourceId: 'order-2' })
    const used = entry({ units: -4, createdAt: 2 })
    const refund = entry({ units: -10, createdAt: 3, sourceKind: 'refund', sourceId: 'order-1' })
    expect(balanceAt([order, other, used, refund], 'boost', 4)).toBe(5)
  })

  it('never falls below zero, and never rises above what was granted', () => {
    const anyEntry = fc.record({
      units: fc.integer({ min: -20, max: 20 }),
      createdAt: fc.integer({ min: 0, max: 50 }),
      expiresAt: fc.option(fc.integer({ min: 0, max: 60 })),
    })
    const holds = fc.property(fc.array(anyEntry, { maxLength: 12 }), fc.integer({ min: 0, max: 60 }), (drawn, now) => {
      const entries = drawn.map(entry)
      const granted = entries.reduce((sum, { units }) => sum + Math.max(0, units), 0)
      const balance = balanceAt(entries, 'boost', now)
      expect(balance).toBeGreaterThanOrEqual(0)
      expect(balance).toBeLessThanOrEqual(granted)
    })
    fc.assert(holds, { seed: 20261120 })
  })
})

describe('one unit', () => {
  const bought = entry({ kind: 'gift-rose', units: 1, createdAt: 0, sourceId: 'order-1' })

  it('is used for one cause, and none is used that is not there', () => {
    const used = planUse([bought], 'gift-rose', 'gift-1', 5)
    expect(used).toMatchObject({ units: -1, sourceKind: 'use', sourceId: 'gift-1', createdAt: 5 })
    expect(used && planUse([bought, used], 'gift-rose', 'gift-2', 6)).toBeNull()
    expect(planUse([bought], 'gift-star', 'gift-3', 5)).toBeNull()
  })

  it('that is given back is in its own grant again, once, and a refund takes it from there', () => {
    const used = entry({ kind: 'gift-rose', units: -1, createdAt: 1, sourceId: 'gift-1' })
    const returned = planReturn([bought, used], 'gift-rose', 'gift-1', 2)
    if (!returned) throw new Error('nothing to give back')
    const entries = [bought, used, returned]
    expect(lotsOf(entries, 'gift-rose')).toMatchObject([{ source: 'order-1', granted: 1, left: 1, uses: [] }])
    expect(entries.reduce((sum, { units }) => sum + units, 0)).toBe(1)
    expect(planReturn(entries, 'gift-rose', 'gift-1', 3)).toBeNull()
    expect(planReturn(entries, 'gift-rose', 'gift-2', 3)).toBeNull()
    const refund = entry({ kind: 'gift-rose', units: -1, createdAt: 4, sourceKind: 'refund', sourceId: 'order-1' })
    expect(balanceAt([...entries, refund], 'gift-rose', 5)).toBe(0)
  })
})

describe('premium', () => {
  const at = (month: number, date = 1) => Date.UTC(2026, month, date)
  const bought = (months: number, createdAt: number, sourceId: string) =>
    entry({ kind: 'premium', units: months, createdAt, sourceId })
  const taken = (sourceKind: 'refund' | 'freeze', createdAt: number, sourceId: string) =>
    entry({ kind: 'premium', units: -1, createdAt, sourceKind, sourceId: sourceKind === 'refund' ? sourceId : `${sourceId}:0` })

  it('bought while it runs begins when that ends, and stops at a gap', () => {
    const entries = [bought(1, at(0), 'a'), bought(3, at(0, 10), 'b'), bought(1, at(6), 'c')]
    expect([at(0), at(2), at(5), at(6, 2)].map((now) => premiumUntil(entries.slice(0, now < at(6) ? 2 : 3), now))).toEqual([
      at(4),
      at(4),
      null,
      at(7),
    ])
  })

  it('ends on the day of the month on which its first month began, bought together or one after the other', () => {
    for (const [year, first] of [
      [2026, 31],
      [2026, 30],
      [2026, 29],
      [2026, 28],
      [2028, 31],
      [2028, 30],
      [2026, 15],
    ] as const)
      // prettier-ignore
      for (const parts of [[1, 1], [1, 1, 1], [1, 3], [3, 1], [1, 12, 1], [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]]) { // prettier-ignore
        const start = Date.UTC(year, 0, first, 22, 30)
        const months = parts.reduce((sum, part) => sum + part)
        const together = premiumUntil([bought(months, start, 'all')], start)
        const entries = parts.map((part, index) => bought(part, start + index, String(index)))
        expect(premiumUntil(entries, start + 20), `${parts.join('+')} from ${first} January ${year}`).toBe(together)
        expect(premiumUntil([bought(months, start, 'all')], start)).toBe(addMonths(start, months))
      }
    const [one, two] = [bought(1, at(0, 31), 'a'), bought(1, at(1, 28) - 1, 'b')]
    expect(premiumUntil([one, two], at(1, 28) - 1)).toBe(at(2, 31))
  })

  it('counts from a new day after a gap, a refund and a thaw', () => {
    const lapsed = [bought(1, at(0, 31), 'a'), bought(1, at(1, 28) + 1, 'b')]
    expect(premiumUntil(lapsed, at(1, 28) + 1)).toBe(at(2, 28) + 1)
    const both = [bought(1, at(0, 31), 'a'), bought(1, at(1, 10), 'b')]
    expect(premiumUntil([...both, taken('refund', at(1, 20), 'a')], at(1, 20))).toBe(at(2, 20))
    expect(premiumUntil([...both, taken('refund', at(1, 20), 'b'), bought(1, at(1, 21), 'c')], at(1, 21))).toBe(at(2, 31))
  })

  it('is taken back by the refund of its own order, and what follows moves up', () => {
    const both = [bought(1, at(0), 'a'), bought(1, at(0, 2), 'b')]
    expect(premiumUntil([...both, taken('refund', at(0, 11), 'a')], at(0, 11))).toBe(at(1, 11))
    expect(premiumUntil([...both, taken('refund', at(0, 11), 'b')], at(0, 11))).toBe(at(1))
    const none = [...both, taken('refund', at(0, 11), 'a'), taken('refund', at(0, 11), 'b')]
    expect(premiumUntil(none, at(0, 11))).toBeNull()
  })

  it('that was frozen has afterwards the days that it had left', () => {
    const frozen = [bought(1, at(0), 'a'), taken('freeze', at(0, 11), 'a')]
    expect([premiumUntil(frozen, at(0, 11)), premiumOf(frozen).frozen.has('a')]).toEqual([null, true])
    const thawed = entry({ kind: 'premium', units: 1, createdAt: at(2), sourceKind: 'thaw', sourceId: 'a:0' })
    expect(premiumUntil([...frozen, thawed], at(2))).toBe(at(2, 22))
  })

  it('never has more days than were bought, whatever is refunded, frozen and thawed', () => {
    const step = fc.record({
      what: fc.constantFrom('buy', 'refund', 'freeze', 'thaw'),
      id: fc.integer({ min: 0, max: 3 }),
      waits: fc.integer({ min: 0, max: 40 }),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 14 }), (steps) => {
        const entries: Entry[] = []
        let now = at(0)
        for (const { what, id, waits } of steps) {
          now += waits * day
          const sourceId = `o${id}`
          if (what === 'buy') {
            if (!entries.some((each) => each.sourceKind === 'order' && each.sourceId === sourceId))
              entries.push(bought(1, now, sourceId))
          } else if (what === 'thaw')
            entries.push(entry({ kind: 'premium', units: 1, createdAt: now, sourceKind: 'thaw', sourceId: `${sourceId}:0` }))
          else entries.push(taken(what === 'refund' ? 'refund' : 'freeze', now, sourceId))
        }
        const { periods } = premiumOf(entries)
        for (const [index, period] of periods.entries()) {
          expect(period.endsAt).toBeGreaterThanOrEqual(period.startsAt)
          expect(period.startsAt).toBeGreaterThanOrEqual(periods[index - 1]?.endsAt ?? 0)
        }
        for (const id of new Set(periods.map(({ source }) => source))) {
          const own = periods
            .filter(({ source }) => source === id)
            .reduce((sum, { startsAt, endsAt }) => sum + endsAt - startsAt, 0)
          expect(own).toBeLessThanOrEqual(31 * day)
        }
        if (entries.filter(({ units }) => units < 0).length === 0) {
          const grants = entries.filter(({ sourceKind }) => sourceKind === 'order').length
          expect(periods).toHaveLength(grants)
        }
      }),
      { seed: 20261126 },
    )
  })

  it('has one boost in each week of it, which waits for no later week', () => {
    const entries = [bought(1, at(0), 'a')]
    expect([at(0), at(0, 8) - 1].map((now) => weeklyBoost(entries, now)?.sourceId)).toEqual(['a:0', 'a:0'])
    expect(weeklyBoost(entries, at(0, 8))).toMatchObject({ sourceId: 'a:1', expiresAt: at(0, 15) })
    expect([boostsLeft(entries, at(0, 29)), boostsLeft(entries, at(1))]).toEqual([1, 0])
    const plan = planBoost(entries, 'boost-a', null, at(0, 3))
    const used = [...entries, ...(plan?.entries ?? [])]
    expect([boostsLeft(used, at(0, 3)), boostsLeft(used, at(0, 8))]).toEqual([0, 1])
    expect(boostsLeft([...entries, taken('refund', at(0, 2), 'a')], at(0, 3))).toBe(0)
  })
})

describe('a boost', () => {
  const two = [entry({ units: 2, createdAt: 0, sourceId: 'line' })]

  it('begins with its activation, and after the one that runs', () => {
    const first = planBoost(two, 'a', null, 1000)
    expect(first?.boost).toEqual({ id: 'a', startsAt: 1000, endsAt: 1000 + boostMs })
    const ledger = [...two, ...(first?.entries ?? [])]
    const second = planBoost(ledger, 'b', first?.boost.endsAt ?? null, 2000)
    expect(second?.boost).toEqual({ id: 'b', startsAt: 1000 + boostMs, endsAt: 1000 + 2 * boostMs })
    expect(planBoost([...ledger, ...(second?.entries ?? [])], 'c', null, 3000)).toBeNull()
  })

  it('names the grant that it came from', () => {
    const used = entry({ units: -1, createdAt: 5, sourceId: 'a' })
    expect(lotsOf([...two, used], 'boost')).toMatchObject([{ source: 'line', granted: 2, left: 1, uses: ['a'] }])
  })

  it('that was given because another brought little runs for 15 minutes, and others for 30', () => {
    const goodwill = entry({ units: 1, createdAt: 0, sourceKind: 'goodwill', sourceId: 'earlier' })
    const first = planBoost([goodwill, ...two], 'a', null, 10)
    expect(first?.boost).toEqual({ id: 'a', startsAt: 10, endsAt: 10 + goodwillBoostMs })
    const second = planBoost([goodwill, ...two, ...(first?.entries ?? [])], 'b', null, 20)
    expect(second?.boost).toEqual({ id: 'b', startsAt: 20, endsAt: 20 + boostMs })
  })

  it('that is frozen cannot be activated until it is thawed', () => {
    const frozen = [...two, entry({ units: -2, createdAt: 3, sourceKind: 'freeze', sourceId: 'line:0' })]
    expect([boostsLeft(frozen, 4), planBoost(frozen, 'a', null, 4)]).toEqual([0, null])
    expect(boostsLeft([...frozen, entry({ units: 2, createdAt: 5, sourceKind: 'thaw', sourceId: 'line:0' })], 6)).toBe(2)
  })
})

test('months are counted by the calendar, and a short one to its last day', () => {
  expect(addMonths(Date.UTC(2027, 0, 31, 8), 1)).toBe(Date.UTC(2027, 1, 28, 8))
  expect(addMonths(Date.UTC(2028, 0, 31), 1)).toBe(Date.UTC(2028, 1, 29))
  expect(addMonths(Date.UTC(2026, 10, 20), 12)).toBe(Date.UTC(2027, 10, 20))
  expect(addMonths(Date.UTC(2027, 1, 28), 1, 31)).toBe(Date.UTC(2027, 2, 31))
})
