/**
 * The heads of encounters that deliveries have named since this object's restart. Kept in memory only: nothing of an encounter is
 * stored here.
 */
export class EncounterHeads {
  readonly #heads = new Map<string, number>()

  put(encounter: string, head: number): void {
    this.#heads.set(encounter, Math.max(head, this.#heads.get(encounter) ?? 0))
  }

  /** Heads of joined channels only. The others are forgotten, because no one will ask for them. */
  list(joined: ReadonlySet<string>): { conversation: string; head: number }[] {
    for (const encounter of this.#heads.keys()) if (!joined.has(encounter)) this.#heads.delete(encounter)
    return [...this.#heads].map(([conversation, head]) => ({ conversation, head })).toReversed()
  }
}
