/** Something that is due at a time (ms). */
export type Due = { at: number; order: number; run: () => void }

const nothing = () => {}

/** Lets everything run that needs no time to pass. */
const settle = () => new Promise<void>((resolve) => void setImmediate(resolve))

/**
 * Simulated time in ms. It passes only in `runUntil`, from what is due to what is due next; what is due at the same time runs in the
 * order in which it was set, each after all that the one before has started.
 */
export class Clock {
  now: number
  #order = 0
  /** A binary heap, the next one first. */
  readonly #heap: Due[] = []

  constructor(now: number) {
    this.now = now
  }

  at(at: number, run: () => void): Due {
    this.#order += 1
    const due = { at: Math.max(at, this.now), order: this.#order, run }
    this.#push(due)
    return due
  }

  wait(ms: number): Promise<void> {
    return new Promise((resolve) => void this.at(this.now + ms, resolve))
  }

  /** `afterEach` runs when all that one step has started has come to rest. */
  async runUntil(end: number, afterEach: () => void): Promise<void> {
    await settle()
    afterEach()
    for (let next = this.#heap[0]; next && next.at <= end; next = this.#heap[0]) {
      this.#removeFirst()
      if (next.run === nothing) continue
      this.now = next.at
      next.run()
      await settle()
      afterEach()
    }
    this.now = end
  }

  static cancel(due: Due): void {
    due.run = nothing
  }

  #push(due: Due): void {
    const heap = this.#heap
    let index = heap.length
    heap.push(due)
    while (index > 0) {
      const above = (index - 1) >> 1
      const parent = heap[above]
      if (!parent || isBefore(parent, due)) break
      heap[index] = parent
      index = above
    }
    heap[index] = due
  }

  #removeFirst(): void {
    const heap = this.#heap
    const last = heap.pop()
    if (!last || heap.length === 0) return
    let index = 0
    for (;;) {
      const [left, right] = [heap[2 * index + 1], heap[2 * index + 2]]
      if (!left) break
      const isRight = right !== undefined && isBefore(right, left)
      const child = isRight ? right : left
      if (isBefore(last, child)) break
      heap[index] = child
      index = 2 * index + (isRight ? 2 : 1)
    }
    heap[index] = last
  }
}

function isBefore(one: Due, other: Due): boolean {
  return one.at === other.at ? one.order < other.order : one.at < other.at
}
