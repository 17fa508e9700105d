import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addMonths, balanceAt, nextPremiumPeriod, premiumUntil, type Entry } from './rules.ts'

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

  it('knows nothing of what is written later, whatever the order of the rows', () => {
    const entries = [entry({ units: -1, createdAt: 5 }), entry({ units: 4, createdAt: 1 })]
    expect(balanceAt(entries, 'boost', 0)).toBe(0)
    expect(balanceAt(entries, 'boost', 4)).toBe(4)
    expect(balanceAt(entries, 'boost', 5)).toBe(3)
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

describe('premium', () => {
  const period = (from: number, to: number, sourceId?: string) =>
    entry({ kind: 'premium', units: 1, createdAt: 0, startsAt: from, expiresAt: to, ...(sourceId ? { sourceId } : {}) })

  it('runs through periods that follow each other, and stops at a gap', () => {
    const entries = [period(20, 30), period(0, 10), period(10, 15)]
    expect([0, 14, 15, 20, 30].map((now) => premiumUntil(entries, now))).toEqual([15, 15, null, 30, null])
  })

  it('ends when its order is refunded, and only that order’s', () => {
    const refund = entry({ kind: 'premium', units: -1, createdAt: 4, startsAt: 4, sourceKind: 'refund', sourceId: 'one' })
    expect(premiumUntil([period(0, 10, 'one'), refund], 3)).toBe(10)
    expect(premiumUntil([period(0, 10, 'one'), refund], 5)).toBeNull()
    expect(premiumUntil([period(0, 10, 'two'), refund], 5)).toBe(10)
  })

  it('bought while it runs begins when that ends', () => {
    const end = Date.UTC(2026, 11, 15)
    const now = Date.UTC(2026, 11, 1)
    expect(nextPremiumPeriod([period(0, end)], 1, now)).toEqual({ startsAt: end, expiresAt: Date.UTC(2027, 0, 15) })
    expect(nextPremiumPeriod([], 1, now)).toEqual({ startsAt: now, expiresAt: Date.UTC(2027, 0, 1) })
  })

  it('counts months by the calendar, and a short one to its last day', () => {
    expect(addMonths(Date.UTC(2027, 0, 31, 8), 1)).toBe(Date.UTC(2027, 1, 28, 8))
    expect(addMonths(Date.UTC(2028, 0, 31), 1)).toBe(Date.UTC(2028, 1, 29))
    expect(addMonths(Date.UTC(2026, 10, 20), 12)).toBe(Date.UTC(2027, 10, 20))
  })
})
