import type { PairingProfile, Pool, Waiting } from '#features/encounters/contract.ts'
import { anonymousPool, choosePairs, nextWakeAt, type IsForbidden } from './pairing.ts'
import { blindPool } from './blind-pool.ts'

export type WaitingPair = readonly [Waiting, Waiting]

/** Runs one round of a pool. A booked wait takes part from its slot on, together with all others. */
export function chooseRound(pool: Pool, waiting: readonly Waiting[], now: number, isForbidden: IsForbidden): WaitingPair[] {
  const due = waiting.filter((each) => isDue(each, now))
  if (due.length < 2) return []
  if (pool === 'anonymous') return choosePairs(anonymousPool, due, now, isForbidden)
  return choosePairs(blindPool, due.filter(hasProfile), now, isForbidden)
}

/** The next time (ms) at which waiting alone makes other pairs possible, or null: a wait widens, or a slot begins. */
export function nextRoundAt(pool: Pool, waiting: readonly Waiting[], now: number): number | null {
  if (waiting.length < 2) return null
  const slots = waiting.flatMap(({ slot }) => (slot !== null && slot > now ? [slot] : []))
  const widens = pool === 'anonymous' ? nextWakeAt(waiting, now) : null
  const times = widens === null ? slots : [...slots, widens]
  return times.length === 0 ? null : Math.min(...times)
}

const isDue = ({ slot }: Waiting, now: number): boolean => slot === null || slot <= now

function hasProfile(waiting: Waiting): waiting is Waiting & { profile: PairingProfile } {
  return waiting.profile !== null
}
