/** The wait before an attempt: how long it is, what holds it up, and what ends it early. */
export class AttemptClock {
  readonly #isOffline: () => boolean
  #isAsleep = false
  /** True until a connection opened while the browser reported offline: a local server is reachable without a network. */
  #isBrowserBelieved = true
  #isUrgent = true
  #endWait = () => {}

  /** `isOffline`: the browser reports that there is no network. */
  constructor(isOffline: () => boolean) {
    this.#isOffline = isOffline
  }

  /** The page sleeps, or there is no network: no attempt is made. */
  get isHeld(): boolean {
    return this.#isAsleep || (this.#isBrowserBelieved && this.#isOffline())
  }

  /** The next attempt waits for nothing. */
  hurry(): void {
    this.#isUrgent = true
  }

  /** An attempt is made without a wait. */
  skip(): void {
    this.#isUrgent = false
  }

  async wait(delayMs: () => number): Promise<void> {
    const ms = this.#isUrgent ? 0 : delayMs()
    this.#isUrgent = false
    if (ms > 0)
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms)
        this.#endWait = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    while (this.isHeld) await new Promise<void>((resolve) => (this.#endWait = resolve))
  }

  onOpen(): void {
    if (this.#isOffline()) this.#isBrowserBelieved = false
  }

  sleep(): void {
    this.#isAsleep = true
  }

  /** Ends the current wait, unless there is still no network. */
  wake(): void {
    this.#isAsleep = false
    if (!this.isHeld) this.#endWait()
  }
}
