import { expect, it } from 'vitest'
import { hashLike, hashPassword, isOutdatedHash, isSameHash, saltOf } from './password-hash.ts'

it('fits the same password over the same salt only', async () => {
  const stored = await hashPassword('warm-river-lantern')
  expect(isSameHash(stored, await hashLike('warm-river-lantern', stored))).toBe(true)
  expect(isSameHash(stored, await hashLike('warm-river-lanterns', stored))).toBe(false)
  expect(isSameHash(stored, await hashPassword('warm-river-lantern'))).toBe(false)
})

it('compares at the cost that the stored hash names, which is outdated unless it is today’s', async () => {
  const current = await hashPassword('warm-river-lantern', 'salt')
  const cheap = await hashLike('warm-river-lantern', 'scrypt$N=1024,r=8,p=1$salt$key')
  expect(cheap).toMatch(/^scrypt\$N=1024,r=8,p=1\$salt\$/)
  expect([isOutdatedHash(cheap), isOutdatedHash(current)]).toEqual([true, false])
  expect(saltOf(cheap)).toBe('salt')
})

it('never fits an account without a password', async () => {
  expect(isSameHash('', await hashLike('', ''))).toBe(false)
  expect(isOutdatedHash('')).toBe(false)
})

it('still fits what was stored before hashes named their cost, and finds it outdated', async () => {
  const unnamed = (await hashPassword('warm-river-lantern', 'salt')).replace(/N=[^$]*\$/, '')
  expect(unnamed).toMatch(/^scrypt\$salt\$/)
  expect(isSameHash(unnamed, await hashLike('warm-river-lantern', unnamed))).toBe(true)
  expect(isOutdatedHash(unnamed)).toBe(true)
})
