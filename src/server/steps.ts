/** The steps of a page's time: docs/operations/watch.md describes each. */
const steps = ['gate', 'read', 'load', 'render'] as const
export type Step = (typeof steps)[number]

/** Times the consecutive steps of one request; the clock is an argument. */
export class Steps {
  #since: number
  readonly #ms: Partial<Record<Step, number>> = {}

  constructor(startedAt: number) {
    this.#since = startedAt
  }

  /** Ends a step: its duration is the time since the previous one ended. */
  end(step: Step, now: number): void {
    this.#ms[step] = now - this.#since
    this.#since = now
  }

  /** Finished steps, in ms. */
  get ms(): Readonly<Partial<Record<Step, number>>> {
    return this.#ms
  }

  /** The same in the format of `Server-Timing`, such as `gate;dur=2, read;dur=7`. */
  toString(): string {
    return Object.entries(this.#ms)
      .map(([step, ms]) => `${step};dur=${ms}`)
      .join(', ')
  }
}
