import { describe, expect, it } from 'vitest'
import { likesLeft } from './rules.ts'

const at = (iso: string) => Date.parse(iso)

describe('what is left of today’s likes', () => {
  const now = at('2026-11-20T12:00:00Z')

  it('counts only likes since 04:00 local', () => {
    expect(likesLeft([at('2026-11-20T03:59:00Z'), at('2026-11-20T04:00:00Z'), at('2026-11-20T11:00:00Z')], now, 'UTC')).toEqual({
      left: 23,
      limit: 25,
      resetsAt: at('2026-11-21T04:00:00Z'),
    })
  })

  it('never falls below none', () => {
    expect(
      likesLeft(
        Array.from({ length: 30 }, () => now),
        now,
        'UTC',
      ).left,
    ).toBe(0)
  })
})
