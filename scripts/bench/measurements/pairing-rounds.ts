import { anonymousPool, choosePairs, type Candidate, type Pool } from '#objects/matchmaker/pairing.ts'
import { blindPool } from '#objects/matchmaker/blind-pool.ts'
import { chatCrowd, crowdAt, dateCrowd } from '#test/support/fixtures/waiting-crowd.ts'
import type { Figure } from '../report.ts'

/** The processor's time for a round with three languages each, to that with the same one for all. */
const MAX_RATIO = 1.5
const ROUNDS = 40

/** Rounds of 2,000 who wait: what their languages cost. Nothing but the choice of the pairs. */
export async function measurePairingRounds(): Promise<Figure[]> {
  const chats = [0, 1, 3, 5].map((topics) =>
    compare(`anonymous chat, ${topics} topics each`, anonymousPool, chatCrowd(topics), chatCrowd(topics, 3)),
  )
  return [...chats, compare('blind date, the whole quiz answered', blindPool, dateCrowd(), dateCrowd(3))]
}

function compare<Waiting extends Candidate>(
  what: string,
  pool: Pool<Waiting>,
  inOne: readonly Waiting[],
  inThree: readonly Waiting[],
): Figure {
  const costs = { one: Infinity, three: Infinity }
  // In turn, so that both meet the same machine.
  for (let round = 0; round < ROUNDS; round++) {
    costs.one = Math.min(costs.one, costOf(pool, inOne))
    costs.three = Math.min(costs.three, costOf(pool, inThree))
  }
  const ratio = costs.three / costs.one
  return {
    what: `A pairing with three languages each, to one for all: ${what}`,
    measured: `${ratio.toFixed(2)} × (${costs.three.toFixed(1)} µs, ${costs.one.toFixed(1)} µs)`,
    target: `≤ ${MAX_RATIO} ×`,
    met: ratio <= MAX_RATIO,
  }
}

/** Of one pairing, in µs of the processor. */
function costOf<Waiting extends Candidate>(pool: Pool<Waiting>, waiting: readonly Waiting[]): number {
  const start = process.cpuUsage()
  const pairs = choosePairs(pool, waiting, crowdAt, () => false).length
  const { user, system } = process.cpuUsage(start)
  return (user + system) / pairs
}
