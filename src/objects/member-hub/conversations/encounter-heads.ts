/**
 * The heads of encounters, as far as deliveries have named them since this object's restart. They are kept in memory only:
 * nothing of an encounter is stored here.
 */
export class EncounterHeads {
  readonly #heads = new Map<string, number>()

  put(encounter: string, head: number): void {
    this.#heads.set(encounter, Math.max(head, this.#heads.get(encounter) ?? 0))
  }

  /** Of the joined ones. The others are forgotten, because their heads are not asked for any more. */
  list(joined: ReadonlySet<string>): { conversation: string; head: number }[] {
    for (const encounter of this.#heads.keys()) if (!joined.has(encounter)) this.#heads.delete(encounter)
    return [...this.#heads].map(([conversation, head]) => ({ conversation, head })).toReversed()
  }
}
