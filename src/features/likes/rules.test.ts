import { describe, expect, it } from 'vitest'
import { likesLeft, remainingAfter } from './rules.ts'

const at = (iso: string) => Date.parse(iso)

describe('what is left of today’s likes', () => {
  const now = at('2026-11-20T12:00:00Z')
  const none = { givenAt: [], paidAt: [], extra: 0, isUnlimited: false }

  it('counts only likes since 04:00 local', () => {
    expect(
      likesLeft(
        { ...none, givenAt: [at('2026-11-20T03:59:00Z'), at('2026-11-20T04:00:00Z'), at('2026-11-20T11:00:00Z')] },
        now,
        'UTC',
      ),
    ).toEqual({
      left: 23,
      limit: 25,
      resetsAt: at('2026-11-21T04:00:00Z'),
      timeZone: 'UTC',
      extra: 0,
      isUnlimited: false,
    })
  })

  it('never falls below none', () => {
    expect(likesLeft({ ...none, givenAt: Array.from({ length: 30 }, () => now) }, now, 'UTC').left).toBe(0)
  })

  it('counts likes of packs apart: those that are left come on top, those that were given take no free one', () => {
    const paidAt = [now, now]
    const spent = Array.from({ length: 27 }, () => now)
    expect(likesLeft({ ...none, givenAt: spent, paidAt, extra: 8 }, now, 'UTC')).toMatchObject({ left: 8, extra: 8 })
    expect(likesLeft({ ...none, givenAt: spent.slice(3), paidAt, extra: 8 }, now, 'UTC')).toMatchObject({ left: 11, extra: 8 })
    const yesterday = at('2026-11-19T12:00:00Z')
    expect(likesLeft({ ...none, paidAt: [yesterday], extra: 3 }, now, 'UTC')).toMatchObject({ left: 28 })
  })

  it('after a like is that of the transaction, and nothing is counted with premium', () => {
    const day = { used: 27, paid: 2, extra: 8, isPremium: 0 }
    expect(remainingAfter(day)).toBe(8)
    expect(remainingAfter({ ...day, used: 60, paid: 0, extra: 0 })).toBe(0)
    expect(remainingAfter({ ...day, used: 20, paid: 0 })).toBe(13)
    expect(remainingAfter({ ...day, isPremium: 1 })).toBeUndefined()
  })
})
