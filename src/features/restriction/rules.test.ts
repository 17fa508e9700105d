import { describe, expect, it } from 'vitest'
import { canDecideAppeal, canRestrict, isRestrictionRule, untilOf } from './rules.ts'

const person = (id: string, role: 'member' | 'moderator' | 'operator') => ({ id, role })

describe('who may restrict whom', () => {
  it('is a moderator or operator any member, and nobody themselves', () => {
    expect(canRestrict(person('a', 'moderator'), person('b', 'member'))).toBe(true)
    expect(canRestrict(person('a', 'operator'), person('b', 'member'))).toBe(true)
    expect(canRestrict(person('a', 'member'), person('b', 'member'))).toBe(false)
    expect(canRestrict(person('a', 'operator'), person('a', 'operator'))).toBe(false)
  })

  it('leaves those who moderate to operators', () => {
    expect(canRestrict(person('a', 'moderator'), person('b', 'moderator'))).toBe(false)
    expect(canRestrict(person('a', 'moderator'), person('b', 'operator'))).toBe(false)
    expect(canRestrict(person('a', 'operator'), person('b', 'moderator'))).toBe(true)
  })
})

describe('an appeal', () => {
  const open = { actorId: 'anna', memberId: 'rufus', appealedAt: 5, appealDecidedAt: null }

  it('is decided by another moderator than the one who restricted, and never by whom it concerns', () => {
    expect(canDecideAppeal('ben', open)).toBe(true)
    expect(canDecideAppeal('anna', open)).toBe(false)
    expect(canDecideAppeal('rufus', open)).toBe(false)
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
