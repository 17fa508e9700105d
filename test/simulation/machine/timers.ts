import { Clock, type Due } from './clock.ts'
import type { Instance } from './instance.ts'

/** Timers of objects, which are not taken out of memory while one of theirs runs. */
export class Timers {
  readonly #clock: Clock
  readonly #step: (instance: Instance, run: () => void) => void
  readonly #owners = new Map<Due, Instance>()

  constructor(clock: Clock, step: (instance: Instance, run: () => void) => void) {
    this.#clock = clock
    this.#step = step
  }

  /** `instance`: whose it is, if an object's. */
  set(instance: Instance | undefined, run: () => void, ms: number): Due {
    const at = this.#clock.now + ms
    if (!instance) return this.#clock.at(at, run)
    const due = this.#clock.at(at, () => {
      this.#forget(due)
      this.#step(instance, run)
    })
    this.#owners.set(due, instance)
    instance.awaited += 1
    return due
  }

  clear(due: Due): void {
    this.#forget(due)
    Clock.cancel(due)
  }

  #forget(due: Due): void {
    const owner = this.#owners.get(due)
    if (owner) owner.awaited -= 1
    this.#owners.delete(due)
  }
}
