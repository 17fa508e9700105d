import { issueRealtimeToken } from '#features/auth/session/server/public.ts'
import { blockMatch, blockMember, keepApartStatement } from '#features/blocks/server/public.ts'
import type { EncounterAct, Pool, Seat, StartCall, StartResult } from '#features/encounters/contract.ts'
import { seatOf, withdrawWait } from '#features/encounters/talk/server/public.ts'
import { findPairingProfile } from '#features/encounters/dates/server/pairing-profile.ts'
import { openDatabase } from '#db/database.ts'
import { encounterObject } from '#server/objects/stubs.ts'
import type { Evening } from './evening.ts'
import { Tab, type View } from './tab.ts'

const second = 1_000

/** At each look at the screen. */
const chances = {
  withdraw: 0.06,
  joinAgain: 0.08,
  dropOut: 0.025,
  vanish: 0.3,
  blockOfWaiting: 0.06,
  next: 0.22,
  leave: 0.1,
  block: 0.02,
  report: 0.015,
  reveal: 0.04,
  write: 0.3,
  accept: 0.8,
  vote: 0.6,
  yes: 0.35,
  extend: 0.1,
  pause: 0.003,
}
const lookMs = 10 * second
/** What no event has said is on the page when it is looked at again. */
const loadEveryMs = 60 * second
const tokenMs = 5 * 60 * second

export type PersonOptions = { id: string; pool: Pool; languages: readonly string[]; tabs: number }

/** A member with one or two tabs, who meets strangers as the product's pages let them. */
export class Person {
  readonly id: string
  readonly pool: Pool
  readonly languages: readonly string[]
  readonly tabs: readonly Tab[]
  readonly #evening: Evening
  readonly #sid: string
  #token: { text: Promise<string>; at: number } | null = null
  /** Null until a load has been answered; a page repeats one that was not. */
  #loadedAt: number | null = null
  #pausedUntil: number | null = null

  constructor(evening: Evening, { id, pool, languages, tabs }: PersonOptions) {
    this.#evening = evening
    this.id = id
    this.pool = pool
    this.languages = languages
    this.#sid = `sid-${id}`
    this.tabs = Array.from({ length: tabs }, (_, index) => this.#makeTab(index))
  }

  #makeTab(index: number): Tab {
    const { runtime, records } = this.#evening
    const tab: Tab = new Tab({
      runtime,
      member: this.id,
      sid: `${this.#sid}-${index}`,
      token: () => this.#tokenFor(`${this.#sid}-${index}`),
      onShownTwo: () => void (records.faults.shownTwo += 1),
      onBroken: () => void this.#connectAgain(tab),
    })
    return tab
  }

  async #tokenFor(sid: string): Promise<string> {
    const { env, clock } = this.#evening
    if (this.tabs.length > 1) return issueRealtimeToken(env, { sub: this.id, sid }, clock.now)
    if (!this.#token || clock.now - this.#token.at > tokenMs) {
      this.#token = { text: issueRealtimeToken(env, { sub: this.id, sid }, clock.now), at: clock.now }
    }
    return this.#token.text
  }

  async #connectAgain(tab: Tab): Promise<void> {
    await this.#pause(this.#below(4 * second))
    if (this.#evening.isOpen && !tab.isConnected) await this.#connect(tab)
  }

  async #connect(tab: Tab): Promise<void> {
    if (await tab.connect()) await this.#load()
  }

  async #connectAll(): Promise<void> {
    for (const tab of this.tabs) if (!tab.isConnected) await this.#connect(tab)
  }

  /** From now until the evening closes. */
  async live(): Promise<void> {
    await this.#pause(this.#below(60 * second))
    while (this.#evening.isOpen) {
      await this.#connectAll()
      if (this.#loadedAt === null) await this.#load()
      if (this.#evening.isPlaying) await this.#look()
      await this.#pause(lookMs / 2 + this.#below(lookMs))
    }
  }

  async #look(): Promise<void> {
    if (this.#evening.clock.now - (this.#loadedAt ?? 0) > loadEveryMs) await this.#load()
    if (this.#happens(chances.dropOut)) return this.#dropOut()
    if (await this.#restOrReturn()) return
    const tab = this.tabs[this.#below(this.tabs.length)]
    if (!tab?.isConnected) return
    if (tab.view.state === 'free') await this.#start()
    else if (tab.view.state === 'waiting') await this.#actWaiting()
    else if (this.pool === 'blind') await this.#actOnDate(tab, tab.view)
    else await this.#actInChat(tab, tab.view.id)
  }

  /** True while the member has paused their profile. */
  async #restOrReturn(): Promise<boolean> {
    const { database, env, clock, counts } = this.#evening
    if (this.#pausedUntil !== null) {
      if (clock.now < this.#pausedUntil) return true
      this.#pausedUntil = null
      database.read("UPDATE members SET state = 'complete' WHERE id = ?", this.id)
    }
    if (!this.#happens(chances.pause)) return false
    counts.pauses += 1
    this.#pausedUntil = clock.now + this.#below(90 * second)
    database.read("UPDATE members SET state = 'paused', updated_at = ? WHERE id = ?", clock.now, this.id)
    await withdrawWait(env, this.id)
    return true
  }

  async #actWaiting(): Promise<void> {
    const { counts, random } = this.#evening
    if (this.#happens(chances.blockOfWaiting)) return this.#evening.blockWaiting(this)
    if (this.#happens(chances.joinAgain)) {
      counts.secondJoins += 1
      // From another tab, or with another wish, and now and then from both at once.
      await Promise.all(Array.from({ length: 1 + Math.floor(random() * 2) }, () => this.#start()))
    } else if (this.#happens(chances.withdraw)) {
      counts.withdrawn += 1
      await this.#ask(seatOf(this.#evening.env, this.id).withdraw())
      await this.#pause(this.#below(30 * second))
    }
  }

  async #actInChat(tab: Tab, id: string): Promise<void> {
    if (tab.room !== id) return tab.enterRoom(id)
    if (this.#happens(chances.next)) {
      this.#evening.counts.nexts += 1
      return this.#begin(seatOf(this.#evening.env, this.id).next(id))
    }
    if (this.#happens(chances.reveal)) await this.#press(id, { kind: 'reveal' })
    return this.#leaveOrTalk(tab, id)
  }

  async #actOnDate(tab: Tab, { id, phase }: Extract<View, { state: 'paired' }>): Promise<void> {
    if (phase === 'offered' && this.#happens(chances.accept)) return this.#press(id, { kind: 'accept' })
    if (phase === 'voting' && this.#happens(chances.vote)) {
      return this.#press(id, { kind: 'vote', yes: this.#happens(chances.yes) })
    }
    if (phase === 'talking' && tab.room !== id) return tab.enterRoom(id)
    if (phase === 'talking' && this.#happens(chances.extend)) return this.#press(id, { kind: 'extend' })
    return this.#leaveOrTalk(tab, id)
  }

  async #leaveOrTalk(tab: Tab, id: string): Promise<void> {
    const { counts } = this.#evening
    if (this.#happens(chances.leave)) {
      counts.leaves += 1
      await this.#press(id, { kind: 'leave' })
      await this.#pause(this.#below(20 * second))
    } else if (this.#happens(chances.block)) await this.#blockPartner(id)
    else if (this.#happens(chances.report)) await this.#report(id)
    else if (tab.room === id && this.#happens(chances.write)) await tab.write(id, 'How was your day?')
  }

  async #start(): Promise<void> {
    const { env } = this.#evening
    const topics =
      this.pool === 'blind' || this.#happens(0.04)
        ? []
        : Array.from({ length: 1 + this.#below(3) }, () => `topic-${this.#below(60)}`)
    const profile = this.pool === 'blind' ? await this.#ask(findPairingProfile(openDatabase(env.DB), this.id)) : null
    if (this.pool === 'blind' && !profile) return
    const choice = { languages: this.languages, otherwise: 'en' }
    const request: StartCall = { kind: this.pool, choice, topics, slot: null, profile }
    await this.#begin(seatOf(env, this.id).start(request))
  }

  async #begin(asked: Promise<StartResult>): Promise<void> {
    await this.#show(asked.then(({ seat }) => seat))
  }

  async #press(id: string, act: EncounterAct): Promise<void> {
    await this.#ask<unknown>(encounterObject(this.#evening.env, id).act(this.id, act))
  }

  async #blockPartner(id: string): Promise<void> {
    const { env, clock, counts, records } = this.#evening
    const partner = records.partnerIn(id, this.id)
    if (!partner) return
    counts.blocks += 1
    await this.#ask(blockMember(env, { blockerId: this.id, blockedId: partner }, clock.now))
  }

  /** As the report's route does: evidence, apart in pairing, end, and a block where they are a match by then. Some have been reported so often that they are paused. */
  async #report(id: string): Promise<void> {
    const { env, database, clock, counts, records } = this.#evening
    const encounter = encounterObject(env, id)
    const evidence = await this.#ask(encounter.evidence(this.id))
    if (!evidence) return
    counts.reports += 1
    const isApart = await this.#ask<unknown>(keepApartStatement(openDatabase(env.DB), this.id, evidence.partner))
    if (isApart) records.keptApart(this.id, evidence.partner)
    const phase = await this.#ask(encounter.stop(this.id))
    if ([evidence.phase, phase].some((each) => each === 'deciding' || each === 'matched')) {
      await this.#ask(blockMatch(env, { blockerId: this.id, blockedId: evidence.partner }, clock.now))
    }
    if (!this.#happens(0.3)) return
    database.read('INSERT OR IGNORE INTO encounter_pauses (member_id, paused_at) VALUES (?, ?)', evidence.partner, clock.now)
    await this.#ask(seatOf(env, evidence.partner).stop())
    await this.#pause(60 * second)
    database.read('DELETE FROM encounter_pauses WHERE member_id = ?', evidence.partner)
  }

  async #dropOut(): Promise<void> {
    this.#evening.counts.dropOuts += 1
    this.leaveAll()
    await this.#pause(this.#below(50 * second))
  }

  /** Closes every tab; some devices vanish without a word. */
  leaveAll(): void {
    for (const tab of this.tabs) {
      if (this.#happens(chances.vanish)) tab.vanish()
      else tab.close()
    }
  }

  async #load(): Promise<void> {
    const { env, clock } = this.#evening
    const at = clock.now
    this.#loadedAt = null
    if (await this.#show(seatOf(env, this.id).read())) this.#loadedAt = at
  }

  /** Every tab shows the seat that a call answers. An event that came meanwhile may be newer. False without an answer. */
  async #show(asked: Promise<Seat>): Promise<boolean> {
    const before = this.tabs.map(({ view }) => view)
    const seat = await this.#ask(asked)
    if (seat) for (const [index, tab] of this.tabs.entries()) if (tab.view === before[index]) tab.load(seat)
    return seat !== null
  }

  /** Null without an answer. */
  async #ask<Answer>(asked: Answer | PromiseLike<Answer>): Promise<Answer | null> {
    try {
      return await asked
    } catch {
      return null
    }
  }

  readonly #happens = (chance: number) => this.#evening.random() < chance
  readonly #below = (limit: number) => Math.floor(this.#evening.random() * limit)
  readonly #pause = (ms: number) => this.#evening.clock.wait(ms)
}
