import type { Schedule } from '#server/objects/alarm-scheduler.ts'
import { encounterKeptMs } from '../contract.ts'
import { dueAt, endEncounter, isInChannel, isOver, passTime, type EncounterState, type Which } from '../rules.ts'
import type { EncounterStore, StoredEncounter } from './encounter-store.ts'
import { newsFor } from './encounter-view.ts'
import { runErrands, type TellSeat } from './news.ts'
import type { Talk } from './talk.ts'

export type EncounterAlarm = 'clock' | 'settle' | 'news' | 'purge'

export type FlowDeps = {
  id: string
  record: StoredEncounter
  store: EncounterStore
  talk: Talk
  alarms: Schedule<EncounterAlarm>
  tellSeat: TellSeat
  waitUntil(work: Promise<unknown>): void
}

/** A hub that could not be reached is tried again so soon. */
const retryMs = 2_000

/**
 * Brings an encounter from one state to the next: the state is written, with the alarms that it needs, before anybody hears
 * of it. Everything that follows may be repeated, after a restart by the alarms.
 */
export class Flow {
  readonly #deps: FlowDeps
  #record: StoredEncounter
  #telling: Promise<void> | null = null

  constructor(deps: FlowDeps) {
    this.#deps = deps
    this.#record = deps.record
  }

  get record(): StoredEncounter {
    return this.#record
  }

  /** The state as of now: the clock decides even when its alarm is late. */
  state(): EncounterState {
    this.change(passTime(this.#record.state, Date.now()))
    return this.#record.state
  }

  end(): void {
    this.change(endEncounter(this.state(), Date.now()))
  }

  /** Takes a state in the place of the last one; the same state changes nothing. */
  change(next: EncounterState): void {
    const { state, version } = this.#record
    if (next === state) return
    const isNews = next.phase !== 'deciding' && (next.phase !== state.phase || next.until !== state.until)
    this.#record = { ...this.#record, state: next, version: isNews ? version + 1 : version }
    this.#deps.store.save(next, this.#record.version)
    this.#scheduleClock()
    if (isNews) this.start()
    if (isInChannel(state) && !isInChannel(next)) this.#deps.talk.close(Date.now())
  }

  #scheduleClock(): void {
    const { state } = this.#record
    const at = dueAt(state)
    if (at !== null) this.#deps.alarms.schedule('clock', at)
    if (isOver(state)) this.#deps.alarms.schedule('purge', (state.endedAt ?? Date.now()) + encounterKeptMs)
  }

  /** Begins what the state asks for; the alarm goes on with it when this object is gone before. */
  start(): void {
    this.#deps.alarms.schedule('news', Date.now() + retryMs)
    this.#scheduleClock()
    this.#deps.waitUntil(this.tell())
  }

  /** The alarm of the clock. */
  clock(): void {
    this.state()
    this.#scheduleClock()
  }

  /** Tells whoever has not heard of the state as it is now. */
  tell(): Promise<void> {
    this.#telling ??= this.#tell().finally(() => (this.#telling = null))
    return this.#telling
  }

  async #tell(): Promise<void> {
    for (let isDone = false; !isDone;) {
      const { version } = this.#record
      const errands = ([0, 1] as const)
        .filter((which) => this.#record.told[which].told < version)
        .map((which) => ({ which, run: () => this.#tellOne(which, version) }))
      if (!(await runErrands(errands))) return this.#deps.alarms.schedule('news', Date.now() + retryMs)
      isDone = this.#record.version === version
    }
  }

  async #tellOne(which: Which, version: number): Promise<void> {
    const isTheirs = await this.#deps.tellSeat(
      this.#record.participants[which].member,
      newsFor(this.#deps.id, this.#record, which),
    )
    this.#deps.store.setTold(which, version)
    const [one, other] = this.#record.told
    const told = { ...this.#record.told[which], told: version }
    this.#record = { ...this.#record, told: which === 0 ? [told, other] : [one, told] }
    if (!isTheirs) this.end()
  }
}
