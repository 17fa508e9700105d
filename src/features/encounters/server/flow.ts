import { warn } from '#server/log.ts'
import type { AlarmHandlers, Schedule } from '#server/objects/alarm-scheduler.ts'
import { encounterKeptMs, type EncounterNews } from '../contract.ts'
import { dueAt, endEncounter, isInChannel, isOver, passTime, settleDecision, type EncounterState, type Which } from '../rules.ts'
import type { EncounterStore, StoredEncounter, Told } from './encounter-store.ts'
import { newsFor } from './encounter-view.ts'
import type { Reveal } from './reveal.ts'
import type { Talk } from './talk.ts'

/** `clock`: a phase ends. `tell`: a hub has not heard of the state. `decide`: both have said yes. */
export type FlowAlarm = 'clock' | 'tell' | 'decide' | 'purge'

/** How the seat of a member hears of their encounter: false when they have left meanwhile. */
export type TellSeat = (member: string, news: EncounterNews) => Promise<boolean>

export type FlowDeps = {
  id: string
  record: StoredEncounter
  store: EncounterStore
  talk: Talk
  reveal: Reveal
  alarms: Schedule<FlowAlarm>
  tellSeat: TellSeat
  waitUntil(work: Promise<unknown>): void
}

/** What could not be done is tried again so soon. */
const retryMs = 2_000
const both = [0, 1] as const

/**
 * Brings an encounter from one state to the next. The state is written, with the alarms that it needs, before anybody hears
 * of it; all that follows may be repeated, and the alarms go on with it after a restart.
 */
export class Flow {
  readonly #deps: FlowDeps
  readonly alarms: Omit<AlarmHandlers<FlowAlarm>, 'purge'> = {
    clock: () => this.#passClock(),
    tell: () => this.tell(),
    decide: () => this.#decide(),
  }
  #record: StoredEncounter
  #telling: Promise<void> | null = null
  #deciding: Promise<void> | null = null

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

  /** For both, and for both the same. */
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
    if (isNews) this.startTelling()
    if (next.phase === 'deciding' && state.phase !== 'deciding') this.#startDeciding()
    if (isInChannel(state) && !isInChannel(next)) this.#deps.talk.close(Date.now())
  }

  #scheduleClock(): void {
    const { state } = this.#record
    const at = dueAt(state)
    if (at !== null) this.#deps.alarms.schedule('clock', at)
    if (isOver(state)) this.#deps.alarms.schedule('purge', (state.endedAt ?? Date.now()) + encounterKeptMs)
  }

  #passClock(): void {
    this.state()
    this.#scheduleClock()
  }

  /** Tells the hubs of the state; the alarm goes on with it when this object is gone before. */
  startTelling(): void {
    this.#deps.alarms.schedule('tell', Date.now() + retryMs)
    this.#scheduleClock()
    this.#deps.waitUntil(this.tell())
  }

  /** Whoever has not heard of the state as it is now hears of it. */
  tell(): Promise<void> {
    this.#telling ??= this.#tellAll().finally(() => (this.#telling = null))
    return this.#telling
  }

  async #tellAll(): Promise<void> {
    while (this.#isBehind()) {
      const results = await Promise.allSettled(both.map((which) => this.#tellOne(which)))
      const failed = results.filter((result) => result.status === 'rejected')
      for (const { reason } of failed) warn('encounter', reason)
      if (failed.length > 0) return this.#deps.alarms.schedule('tell', Date.now() + retryMs)
    }
  }

  #isBehind(): boolean {
    const { state, version, told } = this.#record
    return told.some((each) => each.told < version || (state.phase === 'matched' && !each.isNotified))
  }

  async #tellOne(which: Which): Promise<void> {
    const { state, version, participants, told } = this.#record
    if (told[which].told < version) {
      const isTheirs = await this.#deps.tellSeat(participants[which].member, newsFor(this.#deps.id, this.#record, which))
      this.#setTold(which, { told: version })
      if (!isTheirs) this.end()
    }
    if (state.conversation !== null && !told[which].isNotified) {
      await this.#deps.reveal.notify(which, state.conversation)
      if (this.#record.told[which === 0 ? 1 : 0].isNotified) await this.#deps.reveal.finish(Date.now())
      this.#setTold(which, { isNotified: true })
    }
  }

  #setTold(which: Which, change: Partial<Told>): void {
    const [one, other] = this.#record.told
    const told = { ...this.#record.told[which], ...change }
    this.#record = { ...this.#record, told: which === 0 ? [told, other] : [one, told] }
    this.#deps.store.setTold(which, told)
  }

  #startDeciding(): void {
    this.#deps.alarms.schedule('decide', Date.now() + retryMs)
    this.#deps.waitUntil(this.#decide())
  }

  #decide(): Promise<void> {
    this.#deciding ??= this.#writeDecision().finally(() => (this.#deciding = null))
    return this.#deciding
  }

  async #writeDecision(): Promise<void> {
    if (this.#record.state.phase !== 'deciding') return
    try {
      const conversation = await this.#deps.reveal.write(Date.now())
      this.change(settleDecision(this.#record.state, conversation, Date.now()))
    } catch (error) {
      warn('encounter', error)
      this.#deps.alarms.schedule('decide', Date.now() + retryMs)
    }
  }
}
