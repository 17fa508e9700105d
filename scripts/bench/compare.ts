import { openLoad, type LoadGenerator, type Target, type Window } from './load.ts'

const WINDOW_MS = 250
const WARM_UP_ROUNDS = 10
const ROUNDS = 40

export type Compared = {
  requestsPerSecond: number
  cpuMicrosPerRequest: number
  /** Requests per second relative to the first target's in the same round; the median of all rounds. */
  ratio: number
}

/**
 * Loads the targets in turn, each for a quarter of a second per round. Only one works at a time, so other work on the machine
 * affects all of them alike. A ratio therefore compares adjacent windows.
 */
export async function compareUnderLoad<Name extends string>(targets: Record<Name, Target>): Promise<Record<Name, Compared>> {
  const names = Object.keys(targets) as Name[]
  const loads = {} as Record<Name, LoadGenerator>
  const windows = {} as Record<Name, Window[]>
  using opened = new DisposableStack()
  for (const name of names) {
    loads[name] = opened.use(await openLoad(targets[name]))
    windows[name] = []
  }
  for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round++) {
    for (const name of names) {
      const window = await loads[name].run(WINDOW_MS)
      if (round >= 0) windows[name].push(window)
    }
  }
  const [first] = names
  if (first === undefined) throw new Error('There is nothing to compare')
  const speeds = (name: Name) => windows[name].map(({ requests, elapsedMs }) => (requests * 1000) / elapsedMs)
  const firstSpeeds = speeds(first)
  const result = {} as Record<Name, Compared>
  for (const name of names) {
    result[name] = {
      requestsPerSecond: median(speeds(name)),
      // Sums over all windows, because CPU time is counted in ticks, and one window has only a few.
      cpuMicrosPerRequest: (1000 * sum(windows[name], 'cpuMs')) / sum(windows[name], 'requests'),
      ratio: median(speeds(name).map((speed, round) => speed / (firstSpeeds[round] ?? Number.NaN))),
    }
  }
  return result
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted[Math.floor(sorted.length / 2)]
  if (middle === undefined) throw new Error('There is no median of nothing')
  return middle
}

function sum(windows: readonly Window[], field: keyof Window): number {
  return windows.reduce((total, window) => total + window[field], 0)
}
