import { describe, expect, test } from 'vitest'
import { chatCrowd, crowdAt, dateCrowd } from '#test/support/fixtures/waiting-crowd.ts'
import { anonymousPool, choosePairs, type Candidate, type Pool } from './pairing.ts'
import { blindPool } from './blind-pool.ts'

const limitMs = 50
const roundsAtMost = 40

/** The least of several rounds, in ms of this thread's processor: a busy machine adds to all of them, so most runs need few. */
function costOf<Waiting extends Candidate>(pool: Pool<Waiting>, candidates: readonly Waiting[]): number {
  let least = Infinity
  for (let round = 0; round < roundsAtMost && least >= limitMs; round++) {
    const start = process.threadCpuUsage()
    expect(choosePairs(pool, candidates, crowdAt, () => false).length).toBeGreaterThan(600)
    const { user, system } = process.threadCpuUsage(start)
    least = Math.min(least, (user + system) / 1000)
  }
  return least
}

describe.each([1, 3] as const)('2,000 who wait in %i languages each', (languages) => {
  test('for an anonymous chat are paired within 50 ms, however many topics they chose', () => {
    for (const topics of [0, 1, 3, 5]) expect(costOf(anonymousPool, chatCrowd(topics, languages))).toBeLessThan(limitMs)
  })

  test('for a blind date are paired within 50 ms, with the whole quiz answered', () => {
    expect(costOf(blindPool, dateCrowd(languages))).toBeLessThan(limitMs)
  })
})
