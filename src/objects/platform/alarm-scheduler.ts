import { warn } from '#server/log.ts'
import type { AlarmTimes } from './alarm-times.ts'

/** The handler of each alarm; a part of an object declares its own. */
export type AlarmHandlers<Name extends string> = { readonly [N in Name]: () => void | Promise<void> }

/** The scheduler, as parts with alarms see it. */
export type Schedule<Name extends string> = Pick<AlarmScheduler<Name>, 'schedule' | 'move' | 'drop'>

const afterFailureMs = 30_000

/** Schedules named alarms on the runtime's single alarm of an object, which is set for the earliest of them. */
export class AlarmScheduler<Name extends string> {
  readonly #storage: DurableObjectStorage
  readonly #times: AlarmTimes<Name>
  /** The time of the runtime's alarm, as far as this object knows since its restart. */
  #setFor: number | null = null

  constructor(storage: DurableObjectStorage, times: AlarmTimes<Name>) {
    this.#storage = storage
    this.#times = times
  }

  /** Schedules a handler for `at` (ms) or earlier. An earlier time of the same name stays, unless its handler is running. */
  schedule(name: Name, at: number): void {
    this.#times.put(name, at)
    this.#set()
  }

  /** Schedules a handler for `at` (ms), later than before if need be. */
  move(name: Name, at: number): void {
    this.#times.move(name, at)
    this.#set()
  }

  /** The handler has nothing left to do. */
  drop(name: Name): void {
    this.#times.remove(name)
    this.#set()
  }

  /** Runs due handlers, one after another. A handler that fails runs again in 30 s and does not stop the others. */
  async run(now: number, handlers: AlarmHandlers<Name>): Promise<void> {
    this.#setFor = null
    for (const name of this.#times.due(now)) {
      this.#times.start(name)
      try {
        // A name stored by another version may have no handler here.
        const handler: (() => void | Promise<void>) | undefined = handlers[name]
        await handler?.()
        this.#times.finish(name)
      } catch (error) {
        warn(`alarm ${name}`, error)
        this.schedule(name, now + afterFailureMs)
      }
    }
    this.#set()
  }

  /** Cancels every alarm. */
  async cancel(): Promise<void> {
    this.#times.clear()
    this.#setFor = null
    await this.#storage.deleteAlarm()
  }

  #set(): void {
    const at = this.#times.earliest()
    if (at === this.#setFor) return
    this.#setFor = at
    if (at === null) void this.#storage.deleteAlarm()
    else void this.#storage.setAlarm(at)
  }
}
