import { mulberry32 } from '#seed/demo/random.ts'

/** Numbers that look random and are the same for the same seed. */
export type Random = {
  /** In [0, 1). */
  next(): number
  between(low: number, high: number): number
  pick<Item>(items: readonly Item[]): Item
  /** Wait until the next of many independent events that come every `meanMs` on average. */
  waitMs(meanMs: number): number
}

/** Each `purpose` has a series of its own, so that a change of one plan leaves the others as they are. */
export function createRandom(seed: number, purpose: string): Random {
  let state = seed >>> 0
  for (const character of purpose) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x9e3779b1) >>> 0
  // 32 bits of state are plenty for a plan of some thousand steps.
  const next = mulberry32(state)
  return {
    next,
    between: (low, high) => low + next() * (high - low),
    pick(items) {
      const item = items[Math.floor(next() * items.length)]
      if (item === undefined) throw new Error('There is nothing to pick from')
      return item
    },
    waitMs: (meanMs) => -Math.log(1 - next()) * meanMs,
  }
}
