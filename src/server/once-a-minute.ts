const minuteMs = 60_000
/** Whoever comes with ever new names is noted no more, rather than fill the log or the memory. */
const mostNames = 1_000

/** Says which name comes for the first time in a minute, in this isolate: what is noted once instead of at each repeat. */
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
