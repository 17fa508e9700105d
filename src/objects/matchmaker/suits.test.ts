import { assert, constantFrom, integer, property, record } from 'fast-check'
import { expect, test } from 'vitest'
import type { PairingCriteria } from '#features/encounters/contract.ts'
import { blindPool } from './blind-pool.ts'
import { couldSuit } from './suits.ts'

const now = Date.UTC(2026, 11, 1, 20)
const rest = { interests: [], intent: null, quiz: '', cellX: null, cellY: null, completeness: 0 }
const wait = { since: 0, isFirst: false, languages: ['en'], past: [] }

/** Whether blind dates would pair the two, if they waited alone. */
function arePaired(one: PairingCriteria, other: PairingCriteria): boolean {
  const queue = [one, other].map((criteria, index) => {
    const name = `member-${index}`
    return { ...wait, ticket: name, member: name, token: name, profile: { ...criteria, ...rest } }
  })
  const { among, score } = blindPool.preferences(queue, now)(0)
  return among.includes(1) && score(1) !== null
}

test('who could suit is who could be paired, whatever the genders and ages, and the same both ways', () => {
  const anyone = record({
    genderMask: integer({ min: 1, max: 7 }),
    seeksMask: integer({ min: 1, max: 7 }),
    birthDate: constantFrom('1976-12-01', '1976-12-02', '1986-11-30', '1996-02-29', '2008-12-01'),
    seeksAgeMin: constantFrom(18, 30, 49, 50),
    seeksAgeMax: constantFrom(40, 49, 50, 99),
  })
  const outcomes = new Set<boolean>()
  assert(
    property(anyone, anyone, (one, other) => {
      const suits = couldSuit(one, other, '2026-12-01')
      outcomes.add(suits)
      expect(suits).toBe(arePaired(one, other))
      expect(couldSuit(other, one, '2026-12-01')).toBe(suits)
    }),
    { seed: 20_261_202, numRuns: 500 },
  )
  expect(outcomes.size).toBe(2)
})
