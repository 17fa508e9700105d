import { describe, expect, it } from 'vitest'
import { canDecideAppeal, isRestrictionRule, untilOf } from './rules.ts'

describe('an appeal', () => {
  const open = { actorId: 'anna', appealedAt: 5, appealDecidedAt: null }

  it('is decided by another moderator than the one who restricted', () => {
    expect(canDecideAppeal('ben', open)).toBe(true)
    expect(canDecideAppeal('anna', open)).toBe(false)
  })

  it('of a restriction by a program may be decided by any of them', () => {
    expect(canDecideAppeal('anna', { ...open, actorId: null })).toBe(true)
  })

  it('is decided once, and not before it was made', () => {
    expect(canDecideAppeal('ben', { ...open, appealedAt: null })).toBe(false)
    expect(canDecideAppeal('ben', { ...open, appealDecidedAt: 6 })).toBe(false)
  })
})

describe('the form of a restriction', () => {
  it('knows its rules and its durations', () => {
    expect(isRestrictionRule('scam')).toBe(true)
    expect(isRestrictionRule('toString')).toBe(false)
    expect(untilOf('week', 1000)).toBe(1000 + 7 * 86_400_000)
    expect(untilOf('good', 1000)).toBeNull()
  })
})
