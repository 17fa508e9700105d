import { Clock, type Due } from './clock.ts'
import type { ObjectStorage } from './object-storage.ts'

export type Answered = { resolve(value: unknown): void; reject(error: unknown): void }

export type AlarmsDeps = {
  clock: Clock
  random(): number
  happens(kind: 'delayedAlarms' | 'repeatedAlarms'): boolean
  storageOf(key: string): ObjectStorage
  ring(key: string, answered: Answered): void
}

const retryMs = 2_000
const delayAtMostMs = 10_000
const repeatWithinMs = 3_000

/**
 * The alarms of all objects. Each rings at least once: one during which its object crashes comes again, some are delayed, and some
 * ring twice.
 */
export class Alarms {
  readonly #deps: AlarmsDeps
  readonly #due = new Map<string, Due>()
  readonly #ringing = new Set<string>()
  /** Those that are due again while they ring. */
  readonly #next = new Set<string>()

  constructor(deps: AlarmsDeps) {
    this.#deps = deps
  }

  /** An object's alarm is another one than before. `skewMs`: so far off is its clock. */
  set(key: string, skewMs: number): void {
    const { clock, random, happens, storageOf } = this.#deps
    const { alarmAt } = storageOf(key)
    const before = this.#due.get(key)
    if (before) Clock.cancel(before)
    this.#due.delete(key)
    if (alarmAt === null) return
    const delayMs = happens('delayedAlarms') ? Math.floor(random() * delayAtMostMs) : 0
    const due = clock.at(Math.max(clock.now, alarmAt - skewMs) + delayMs, () => {
      storageOf(key).takeAlarm()
      this.#due.delete(key)
      this.#ring(key)
    })
    this.#due.set(key, due)
  }

  /** Never two at once for one object. */
  #ring(key: string): void {
    const { clock, random, happens, ring } = this.#deps
    if (this.#ringing.has(key)) return void this.#next.add(key)
    this.#ringing.add(key)
    const again = (ms: number) => void clock.at(clock.now + ms, () => this.#ring(key))
    const ended = () => {
      this.#ringing.delete(key)
      if (this.#next.delete(key)) again(0)
    }
    ring(key, {
      resolve: () => {
        if (happens('repeatedAlarms')) again(Math.floor(random() * repeatWithinMs))
        ended()
      },
      reject: () => {
        again(retryMs)
        ended()
      },
    })
  }
}
