import { warn } from '#server/log.ts'
import type { AlarmHandlers, Schedule } from '#objects/platform/alarm-scheduler.ts'
import { encounterKeptMs, type EncounterNews } from '#features/encounters/contract.ts'
import {
  beginDecision,
  dueAt,
  endEncounter,
  hasSomebodyLeft,
  isTakenBack,
  haveBothSaidYes,
  isInChannel,
  leaveEncounter,
  passTime,
  phaseFor,
  settleDecision,
  type EncounterState,
  type Which,
} from '#features/encounters/talk/rules.ts'
import type { EncounterStore, HubProgress, StoredEncounter } from './encounter-store.ts'
import { newsFor } from './encounter-view.ts'
import type { Reveal } from './reveal.ts'
import type { Talk } from './talk.ts'

/** `clock`: a phase ends. `notify`: a hub lacks the newest state. `decide`: both have said yes. */
export type FlowAlarm = 'clock' | 'notify' | 'decide' | 'purge'

/** Sends a member's seat the news of their encounter; false if they have left in the meantime. */
export type SendNews = (member: string, news: EncounterNews) => Promise<boolean>

export type FlowDeps = {
  id: string
  record: StoredEncounter
  store: EncounterStore
  talk: Talk
  /** Its code comes when both have said yes. */
  reveal: () => Promise<Reveal>
  alarms: Schedule<FlowAlarm>
  sendNews: SendNews
  waitUntil(work: Promise<unknown>): void
}

/** First retry delay; it doubles with each failure in a row, up to 30 s. */
const retryMs = 2_000
const longestRetryMs = 30_000
const both = [0, 1] as const

/**
 * Moves an encounter from one state to the next. The state is written, with the alarms it needs, before anyone is notified. All
 * later steps are repeatable, and the alarms continue them after a restart.
 */
export class Flow {
  readonly #deps: FlowDeps
  readonly alarms: AlarmHandlers<FlowAlarm> = {
    clock: () => this.#passClock(),
    notify: () => this.notify(),
    decide: () => this.#decide(),
    // The alarm may fire slightly early, so the object checks the time itself.
    purge: () => this.#scheduleClock(),
  }
  #record: StoredEncounter
  #notifying: Promise<void> | null = null
  #deciding: Promise<void> | null = null
  #failures = 0

  constructor(deps: FlowDeps) {
    this.#deps = deps
    this.#record = deps.record
  }

  get record(): StoredEncounter {
    return this.#record
  }

  /** The state as of now: the clock decides even if its alarm is late. */
  state(): EncounterState {
    this.change(passTime(this.#record.state, Date.now()))
    return this.#record.state
  }

  /** The same end for both. `which`: the one who caused it. */
  end(which?: Which): void {
    const state = this.state()
    this.change(which === undefined ? endEncounter(state, Date.now()) : leaveEncounter(state, which, Date.now()))
  }

  /** Replaces the state; an identical state changes nothing. */
  change(next: EncounterState): void {
    const { state, version } = this.#record
    if (next === state) return
    const isNews = both.some((which) => phaseFor(next, which) !== phaseFor(state, which)) || next.until !== state.until
    this.#record = { ...this.#record, state: next, version: isNews ? version + 1 : version }
    this.#deps.store.save(next, this.#record.version)
    this.#scheduleClock()
    if (isNews) this.startNotifying()
    // Between two retries, a member who has left is not waited for.
    const isLeft = hasSomebodyLeft(next) && !hasSomebodyLeft(state)
    if (isToDecide(next) && (isLeft || !isToDecide(state))) this.#startDeciding()
    if (isInChannel(state) && !isInChannel(next)) this.#deps.talk.close(Date.now())
  }

  #scheduleClock(): void {
    const { state } = this.#record
    const at = dueAt(state)
    if (at !== null) this.#deps.alarms.schedule('clock', at)
    if (state.endedAt !== null) this.#deps.alarms.schedule('purge', state.endedAt + encounterKeptMs)
  }

  /** The retention period is over. */
  isPurgeDue(now: number): boolean {
    const { endedAt } = this.#record.state
    return endedAt !== null && now >= endedAt + encounterKeptMs
  }

  #passClock(): void {
    this.state()
    this.#scheduleClock()
  }

  /** Starts the clock, and notifies the hubs that lack the state. */
  async start(): Promise<void> {
    if (!this.#isBehind()) return this.#scheduleClock()
    this.startNotifying()
    await this.notify()
  }

  /** Notifies the hubs of the state; if this object restarts first, the alarm continues. */
  startNotifying(): void {
    this.#deps.alarms.schedule('notify', Date.now() + retryMs)
    this.#scheduleClock()
    this.#deps.waitUntil(this.notify())
  }

  /** Each hub that lacks the current state receives it. */
  notify(): Promise<void> {
    this.#notifying ??= this.#notifyAll().finally(() => (this.#notifying = null))
    return this.#notifying
  }

  async #notifyAll(): Promise<void> {
    while (this.#isBehind()) {
      const results = await Promise.allSettled(both.map((which) => this.#notifyOne(which)))
      this.#deps.store.saveProgress(this.#record.hubs)
      const failed = results.filter((result) => result.status === 'rejected')
      for (const { reason } of failed) warn('encounter', reason)
      this.#failures = failed.length > 0 ? this.#failures + 1 : 0
      if (failed.length > 0) return this.#deps.alarms.schedule('notify', Date.now() + this.#retryMs)
    }
    this.#deps.alarms.drop('notify')
  }

  #isBehind(): boolean {
    const { state, version, hubs } = this.#record
    return hubs.some((hub) => hub.version < version || (state.phase === 'matched' && !hub.hasNotice))
  }

  async #notifyOne(which: Which): Promise<void> {
    const { state, version, participants, hubs } = this.#record
    if (hubs[which].version < version) {
      const isTheirs = await this.#deps.sendNews(participants[which].member, newsFor(this.#deps.id, this.#record, which))
      this.#setProgress(which, { version })
      if (!isTheirs) this.end(which)
    }
    if (state.conversation !== null && !hubs[which].hasNotice) {
      const reveal = await this.#deps.reveal()
      await reveal.notify(which, state.conversation)
      if (this.#record.hubs[which === 0 ? 1 : 0].hasNotice) await reveal.finish(Date.now())
      this.#setProgress(which, { hasNotice: true })
    }
  }

  #setProgress(which: Which, change: Partial<HubProgress>): void {
    const [one, other] = this.#record.hubs
    const progress = { ...this.#record.hubs[which], ...change }
    this.#record = { ...this.#record, hubs: which === 0 ? [progress, other] : [one, progress] }
  }

  get #retryMs(): number {
    return Math.min(longestRetryMs, retryMs * 2 ** Math.max(0, this.#failures - 1))
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
    try {
      // Nothing shows yet: a member who presses a button or leaves now sees the same as after a single yes.
      if (haveBothSaidYes(this.state())) {
        const reveal = await this.#deps.reveal()
        const mayMeet = await reveal.mayMeet()
        this.change(beginDecision(this.state(), mayMeet))
      }
      if (this.#record.state.phase !== 'deciding') return
      const conversation = await this.#findOutcome()
      this.change(settleDecision(this.#record.state, conversation, Date.now()))
    } catch (error) {
      warn('encounter', error)
      this.#failures += 1
    } finally {
      if (isToDecide(this.#record.state)) this.#deps.alarms.schedule('decide', Date.now() + this.#retryMs)
      else this.#deps.alarms.drop('decide')
    }
  }

  /**
   * The conversation of the match, or null. Once one of the two has taken their yes back, nothing more is written: an existing
   * match stays, unless a report has ended it.
   */
  async #findOutcome(): Promise<string | null> {
    const reveal = await this.#deps.reveal()
    const isOff = () => isTakenBack(this.#record.state)
    const written = isOff() ? null : await reveal.write(Date.now())
    const match = isOff() ? await reveal.find() : written
    if (match) await reveal.open(match)
    const found = match && isOff() ? await reveal.find() : match
    return found?.conversationId ?? null
  }
}

const isToDecide = (state: EncounterState): boolean => state.phase === 'deciding' || haveBothSaidYes(state)
