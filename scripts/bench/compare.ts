import { load, type LoadFigures, type Target } from './load.ts'

const WARM_UP_MS = 2500
const WINDOW_MS = 1500
const ROUNDS = 7

export type Compared = LoadFigures & {
  /** Requests per second as a share of the first target's in the same round; the median of all rounds. */
  ratio: number
}

/**
 * Loads the targets in turns: round after round, each for a window. Only one works at a time, so that what else happens
 * on the machine meets all of them, and a ratio compares windows that were seconds apart. Figures are medians.
 */
export async function compareUnderLoad<Name extends string>(
  targets: Record<Name, Target>,
): Promise<Record<Name, Compared>> {
  const names = Object.keys(targets) as Name[]
  const rounds = {} as Record<Name, LoadFigures[]>
  for (const name of names) {
    rounds[name] = []
    await load(targets[name], WARM_UP_MS)
  }
  for (let round = 0; round < ROUNDS; round++) {
    for (const name of names) rounds[name].push(await load(targets[name], WINDOW_MS))
  }
  const [first] = names
  if (first === undefined) throw new Error('There is nothing to compare')
  const result = {} as Record<Name, Compared>
  for (const name of names) {
    result[name] = {
      requestsPerSecond: median(rounds[name].map((figures) => figures.requestsPerSecond)),
      cpuMicrosPerRequest: median(rounds[name].map((figures) => figures.cpuMicrosPerRequest)),
      ratio: median(
        rounds[name].map(
          (figures, round) => figures.requestsPerSecond / (rounds[first][round]?.requestsPerSecond ?? Number.NaN),
        ),
      ),
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
