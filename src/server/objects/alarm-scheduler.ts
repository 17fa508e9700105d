import { warn } from '../log.ts'
import type { AlarmTimes } from './alarm-times.ts'

/** What each alarm runs; a part of an object declares its own. */
export type AlarmHandlers<Name extends string> = { readonly [N in Name]: () => void | Promise<void> }

/** What a part needs to ask for its alarms. */
export type Schedule<Name extends string> = Pick<AlarmScheduler<Name>, 'schedule'>

const afterFailureMs = 30_000

/** An object has one alarm of the runtime. Its named alarms share it: it is set for the earliest of them. */
export class AlarmScheduler<Name extends string> {
  readonly #storage: DurableObjectStorage
  readonly #times: AlarmTimes<Name>
  /** What the runtime's alarm is set for, as far as this object knows since its restart. */
  #setFor: number | null = null

  constructor(storage: DurableObjectStorage, times: AlarmTimes<Name>) {
    this.#storage = storage
    this.#times = times
  }

  /** Runs a handler at `at` (ms) or earlier: an earlier time of the same name stays, one whose handler is running does not. */
  schedule(name: Name, at: number): void {
    this.#times.put(name, at)
    this.#set()
  }

  /** Runs what is due, one after the other. A handler that fails runs again in 30 s and keeps no other from running. */
  async run(now: number, handlers: AlarmHandlers<Name>): Promise<void> {
    this.#setFor = null
    for (const name of this.#times.due(now)) {
      this.#times.start(name)
      try {
        // A name that another version has stored may have no handler here.
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

  /** Forgets every alarm. */
  async cancel(): Promise<void> {
    this.#times.clear()
    this.#setFor = null
    await this.#storage.deleteAlarm()
  }

  #set(): void {
    const at = this.#times.earliest()
    if (at === this.#setFor) return
    this.#setFor = at
    if (at !== null) void this.#storage.setAlarm(at)
  }
}
