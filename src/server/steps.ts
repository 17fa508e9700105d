/** What a page's time is spent on: docs/operations/watch.md says what each one covers. */
const steps = ['gate', 'read', 'load', 'render'] as const
export type Step = (typeof steps)[number]

/** Times the steps of one request, which follow each other; the clock is an argument. */
export class Steps {
  #since: number
  readonly #ms: Partial<Record<Step, number>> = {}

  constructor(startedAt: number) {
    this.#since = startedAt
  }

  /** Ends a step: it took the time since the one before ended. */
  end(step: Step, now: number): void {
    this.#ms[step] = now - this.#since
    this.#since = now
  }

  /** Those that have ended, in ms. */
  get ms(): Readonly<Partial<Record<Step, number>>> {
    return this.#ms
  }

  /** The same as `Server-Timing` has it, such as `gate;dur=2, read;dur=7`. */
  toString(): string {
    return Object.entries(this.#ms)
      .map(([step, ms]) => `${step};dur=${ms}`)
      .join(', ')
  }
}
