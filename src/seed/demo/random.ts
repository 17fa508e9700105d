export type Random = {
  /** From 0, below 1. */
  next: () => number
  /** Whole number, both ends included. */
  int: (min: number, max: number) => number
  chance: (share: number) => boolean
  pick: <Value>(list: readonly Value[]) => Value
  /** Distinct values of the list, in random order. */
  sample: <Value>(list: readonly Value[], count: number) => Value[]
  /** Approximately normal around 0, between -1 and 1. */
  spread: () => number
}

/** Mulberry32: numbers from 0, below 1, that look random and are the same for the same 32 bits of `seed`. */
export function mulberry32(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** The same generator for the same seed, so that demo data never differs. */
export function createRandom(seed: string): Random {
  const next = mulberry32(hash(seed))
  const int = (min: number, max: number) => min + Math.floor(next() * (max - min + 1))
  const pick = <Value>(list: readonly Value[]): Value => {
    if (list.length === 0) throw new Error('Nothing to pick from')
    return itemAt(list, int(0, list.length - 1))
  }
  const sample = <Value>(list: readonly Value[], count: number): Value[] => {
    const rest = [...list]
    return Array.from({ length: Math.min(count, rest.length) }).flatMap(() => rest.splice(int(0, rest.length - 1), 1))
  }
  return { next, int, pick, sample, chance: (share) => next() < share, spread: () => (next() + next() + next()) / 1.5 - 1 }
}

/** Throws when the index is out of range. */
export function itemAt<Item>(list: readonly Item[], index: number): Item {
  const item = list[index]
  if (item === undefined) throw new Error(`A list of ${list.length} has no item ${index}`)
  return item
}

/** FNV-1a, 32 bits. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (const character of text) value = Math.imul(value ^ (character.codePointAt(0) ?? 0), 0x01000193)
  return value | 0
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** An id in the product's format (22 characters of base64url), the same for the same key. */
export function demoId(key: string): string {
  const random = createRandom(`id:${key}`)
  return Array.from({ length: 22 }, () => random.pick([...alphabet])).join('')
}
