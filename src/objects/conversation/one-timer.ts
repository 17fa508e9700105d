export type OneTimerPorts = {
  /** Runs `work` after this time, unless the object restarts first. */
  runIn(ms: number, work: () => void): void
  now(): number
}

/** One timer for everything that waits. It is set again when it fires too early, because the work went along with other work. */
export class OneTimer {
  readonly #ports: OneTimerPorts
  readonly #nextAt: () => number
  readonly #run: () => void
  #at: number | null = null

  /** `nextAt`: when something is due, in ms; Infinity for nothing. */
  constructor(ports: OneTimerPorts, nextAt: () => number, run: () => void) {
    this.#ports = ports
    this.#nextAt = nextAt
    this.#run = run
  }

  runAt(at: number): void {
    if (this.#at !== null && this.#at <= at) return
    this.#at = at
    this.#ports.runIn(at - this.#ports.now(), () => {
      if (this.#at === at) this.#at = null
      const next = this.#nextAt()
      if (next > this.#ports.now() && next < Infinity) this.runAt(next)
      else if (next < Infinity) this.#run()
    })
  }
}
