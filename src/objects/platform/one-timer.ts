export type OneTimerPorts = {
  /** Runs `work` after this time, unless the object restarts first. */
  runIn(ms: number, work: () => void): void
  now(): number
}

/**
 * One timer for everything that waits. It is set again when it fires too early, because the work went along with other work, and
 * for what is due later. What stays due after `run` does not set it: what cannot be served now names a later time.
 */
export class OneTimer {
  readonly #ports: OneTimerPorts
  readonly #times: () => number[]
  readonly #run: () => void
  #at: number | null = null

  /** `times`: when each of the things that wait is due, in ms; Infinity for never. */
  constructor(ports: OneTimerPorts, times: () => number[], run: () => void) {
    this.#ports = ports
    this.#times = times
    this.#run = run
  }

  runAt(at: number): void {
    if (at === Infinity || (this.#at !== null && this.#at <= at)) return
    this.#at = at
    this.#ports.runIn(at - this.#ports.now(), () => {
      // An earlier one has been set since.
      if (this.#at !== at) return
      this.#at = null
      const now = this.#ports.now()
      if (this.#times().some((time) => time <= now)) this.#run()
      this.runAt(Math.min(...this.#times().filter((time) => time > now)))
    })
  }
}
