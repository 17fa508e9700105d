import type { Alias } from '#features/encounters/contract.ts'

/** Splits the message that contains all made-up names of a language. */
export const readNames = (list: string): readonly string[] => list.split(',').map((name) => name.trim())

/**
 * Returns the two made-up names of an encounter, by `user_id`. They depend on the seeds alone and are never the same; both
 * browsers choose alike, each from its own language's list.
 */
export function nameAliases(names: readonly string[], aliases: readonly [Alias, Alias]): ReadonlyMap<string, string> {
  const given = new Map<string, string>()
  // Sorted by id, so that both browsers change the same one.
  for (const { user_id, seed } of aliases.toSorted((one, other) => (one.user_id < other.user_id ? -1 : 1))) {
    let index = Number.parseInt(seed, 16) % names.length
    while ([...given.values()].includes(names[index] ?? '')) index = (index + 1) % names.length
    given.set(user_id, names[index] ?? '')
  }
  return given
}
