import { Evening, type EveningOptions } from './evening.ts'
import { simulateGlobals } from './machine/globals.ts'
import type { EndedWait } from './records.ts'
import { Watch, type Leftovers, type Rest } from './watch.ts'

const minute = 60_000
const hour = 60 * minute
/** A quarter of all pairings takes a quarter of an hour. */
const longestMs = 60 * minute
/** Long enough for queues and hubs to find each other again. */
const quietMs = 4 * minute
/** Whoever has never had a connection counts as there for five minutes. */
const goneMs = 8 * minute
const untilNextMs = 25 * hour

export type Outcome = {
  pairings: number
  waits: readonly EndedWait[]
  faults: Record<string, number>
  long: Record<string, number>
  acts: Record<string, number>
  crashes: Record<string, number>
  disorder: Record<string, number>
  rests: readonly Rest[]
  leftovers: readonly Leftovers[]
  deleted: number
  calls: number
  steps: number
  endedAt: number
}

/** Some evenings of the same members, a day and an hour apart. */
export class Evenings {
  readonly #evening: Evening
  readonly #seed: number

  constructor(options: EveningOptions) {
    this.#evening = new Evening(options)
    this.#seed = options.seed
  }

  async play(evenings: number, pairings: number): Promise<Outcome> {
    const restore = simulateGlobals(this.#evening.runtime, this.#seed)
    try {
      return await this.#play(evenings, pairings)
    } finally {
      restore()
    }
  }

  async #play(evenings: number, pairings: number): Promise<Outcome> {
    const evening = this.#evening
    const { runtime, records } = evening
    const watch = new Watch(evening)
    const [rests, leftovers]: [Rest[], Leftovers[]] = [[], []]
    await evening.prepare()
    for (let number = 1; number <= evenings; number++) {
      // One shard from the middle of an evening on, and two again from the middle of the next one.
      const shards = number % 2 === 1 ? 1 : 2
      await evening.play((pairings * number) / evenings, shards, longestMs, () => watch.look())
      await evening.quiet(quietMs)
      rests.push(watch.rest())
      await evening.close(goneMs)
      leftovers.push(watch.leftovers())
      await evening.pass(untilNextMs)
      // Once: an object compares with the secret before, and with no older one.
      if (number === 1) evening.rotateSecret()
    }
    const { calls, steps, ...disorder } = runtime.counts
    return {
      pairings: records.pairings,
      waits: records.endedWaits,
      faults: records.faults,
      long: watch.sums,
      acts: evening.counts,
      crashes: runtime.crashes,
      disorder,
      rests,
      leftovers,
      deleted: watch.countDeleted(),
      calls,
      steps,
      endedAt: evening.clock.now,
    }
  }
}
