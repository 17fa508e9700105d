const minuteMs = 60_000
/** Above this number of names, new ones are ignored, so that they fill neither the log nor the memory. */
const mostNames = 1_000

/** Throttles by name: true for the first call in a minute in this isolate, for notes that must not repeat. */
export class OnceAMinute {
  #minute = 0
  readonly #names = new Set<string>()

  isFirst(name: string, now: number): boolean {
    const minute = Math.floor(now / minuteMs)
    if (minute !== this.#minute) {
      this.#minute = minute
      this.#names.clear()
    }
    if (this.#names.has(name) || this.#names.size >= mostNames) return false
    this.#names.add(name)
    return true
  }
}
