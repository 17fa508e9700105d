import { describe, expect, test } from 'vitest'
import { isOnlyWayIn, listAccounts } from './rules.ts'

describe('the last way in', () => {
  test('is the only identity of a member without a password', () => {
    expect(isOnlyWayIn('google', ['google'], false)).toBe(true)
  })

  test('is none with a password, with another identity, or of what is not linked', () => {
    expect(isOnlyWayIn('google', ['google'], true)).toBe(false)
    expect(isOnlyWayIn('google', ['google', 'facebook'], false)).toBe(false)
    expect(isOnlyWayIn('facebook', ['google'], false)).toBe(false)
  })
})

test('the settings list what is linked, even without credentials, and what can be linked', () => {
  expect(listAccounts({ linked: ['facebook'], offered: ['google'], hasPassword: true })).toEqual([
    { provider: 'google', isLinked: false, isOffered: true, isOnlyWayIn: false },
    { provider: 'facebook', isLinked: true, isOffered: false, isOnlyWayIn: false },
  ])
  expect(listAccounts({ linked: [], offered: [], hasPassword: true })).toEqual([])
})
