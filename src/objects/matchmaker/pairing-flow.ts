import type { EncounterNews } from '#features/encounters/contract.ts'
import { beginEncounter, shownPhase, type SeatClient } from '#features/encounters/server/public.ts'
import { warn } from '#server/log.ts'
import type { Schedule } from '#objects/platform/alarm-scheduler.ts'
import { GroupCommit } from '#objects/platform/group-commit.ts'
import { withTimeout } from '#server/objects/with-timeout.ts'
import type { EncounterOpening, Opening, Pool } from '#features/matchmaking/contract.ts'
import type { MemberPair } from './forbidden-pairs.ts'
import type { MatchmakerStore, Pairing, Side } from './matchmaker-store.ts'

type PairingSeat = Pick<SeatClient, 'reserve' | 'release' | 'news'>
type PairingSeats = readonly [PairingSeat, PairingSeat]

/** What a pairing concerns: two seats and an encounter, and who may not meet (`findForbiddenPairs`). */
export type PairingPorts = {
  seatOf(member: string): PairingSeat
  openEncounter(id: string, opening: Opening): Promise<void>
  findForbidden(pairs: readonly MemberPair[]): Promise<MemberPair[]>
}

export type PairingFlowDeps = PairingPorts & {
  pool: Pool
  store: MatchmakerStore
  alarms: Schedule<'pairings' | 'openings'>
  /** Somebody waits on. */
  onReleased: () => void
}

const retryMs = 2_000
/** A call without an answer for so long has failed. It may be repeated, so it does no harm should it succeed after all. */
const callMs = 20_000
/** A hub that cannot be reached by so many repeats counts as gone. Its own repeats bring the member back. */
const repeatsAtMost = 4
/** Pairings whose two have said yes within so long are written together. */
const finishTogetherMs = 10
/** Whoever comes to an encounter opens it. The matchmaker opens the others so much later: partners first. */
const openAfterMs = 2_000
const openAtOnce = 4
/** Both hubs know when an encounter has begun. One that opens later than so long afterwards begins then. */
const announcedMs = 5_000

/**
 * Brings a pairing to its end: both hubs take the seat, and the encounter opens; or the one who is still there waits on. Each step
 * may be repeated, so after a restart it begins again from what is written.
 */
export class PairingFlow {
  readonly #deps: PairingFlowDeps
  readonly #finishes: GroupCommit
  readonly #running = new Map<string, Promise<void>>()
  /** Pairings that both hubs know of by their first call. By id. */
  readonly #announced = new Set<string>()
  #opening: Promise<void> | null = null

  constructor(deps: PairingFlowDeps) {
    const { store, alarms } = deps
    this.#deps = deps
    this.#finishes = new GroupCommit(() => {
      store.commitFinished()
      alarms.schedule('openings', Date.now() + openAfterMs)
    }, finishTogetherMs)
  }

  /** Brings new pairings to their end. The alarm repeats what could not be done. */
  async start(pairings: readonly Pairing[]): Promise<void> {
    if (pairings.length === 0) return
    this.#deps.alarms.schedule('pairings', Date.now() + retryMs)
    await Promise.all(pairings.map(({ id }) => this.#decide(id)))
  }

  /** Goes on with everything that has begun. Two who may not meet any more, since they were chosen, are released. */
  async repeat(): Promise<void> {
    const { store, alarms } = this.#deps
    const begun = store.listUnfinished().filter(({ id }) => !this.#running.has(id))
    if (begun.length === 0) return
    alarms.schedule('pairings', Date.now() + retryMs)
    await this.#failForbidden(begun.filter(({ state }) => state === 'reserving'))
    await this.start(begun.flatMap(({ id }) => store.find(id) ?? []).map((pairing) => store.noteRepeat(pairing)))
  }

  /** Opens the encounters whose time has come, one run at a time; the alarm goes on with those that are left. */
  openDue(): Promise<void> {
    this.#deps.alarms.schedule('openings', Date.now() + openAfterMs)
    this.#opening ??= this.#openDue().finally(() => {
      this.#opening = null
      if (this.#deps.store.listUnopened().length === 0) this.#deps.alarms.drop('openings')
    })
    return this.#opening
  }

  async #openDue(): Promise<void> {
    const now = Date.now()
    const due = this.#deps.store.listUnopened().filter(({ at }) => at + openAfterMs <= now)
    const openSome = async () => {
      for (let next = due.shift(); next; next = due.shift()) await this.#openOne(next.id)
    }
    await Promise.all(Array.from({ length: openAtOnce }, openSome))
  }

  /** What the encounter of this id opens with, should one of the two come to it before it is opened. */
  async opening(id: string): Promise<EncounterOpening> {
    const { store } = this.#deps
    const begun = store.find(id)
    // After a restart, one of the two may have blocked the other since they were chosen.
    if (begun?.state === 'reserving' && !this.#running.has(id)) await this.#failForbidden([begun])
    // Of two who are paired, the second may still have to be shown it.
    if (isUndecided(begun) || this.#running.has(id)) await this.#decide(id)
    const pairing = store.find(id)
    if (isUndecided(pairing)) throw new Error('A pairing is undecided')
    if (!pairing) return null
    return pairing.state === 'paired' ? this.#toOpening(pairing) : 'opened'
  }

  async #failForbidden(pairings: readonly Pairing[]): Promise<void> {
    if (pairings.length === 0) return
    const { store, findForbidden } = this.#deps
    const forbidden = await withTimeout(callMs, findForbidden(pairings.map(membersOf)))
    const keys = new Set(forbidden.map((pair) => pair.join(' ')))
    for (const { id } of pairings) {
      const pairing = store.find(id)
      if (pairing?.state === 'reserving' && keys.has(membersOf(pairing).join(' '))) store.fail(pairing, [])
    }
  }

  /** Finds out whether the two of a pairing meet, once at a time for each. */
  #decide(id: string): Promise<void> {
    const running = this.#running.get(id)
    if (running) return running
    const work = this.#takeSteps(id)
      .catch((error: unknown) => warn('pairing', error))
      .finally(() => {
        this.#running.delete(id)
        if (this.#deps.store.hasUnfinished) this.#deps.alarms.schedule('pairings', Date.now() + retryMs)
      })
    this.#running.set(id, work)
    return work
  }

  async #takeSteps(id: string): Promise<void> {
    const { store, seatOf } = this.#deps
    const pairing = store.find(id)
    // A hub is called up to twice on one stub.
    const [one, other] = pairing?.sides.map(({ member }) => seatOf(member)) ?? []
    if (!pairing || !one || !other) return
    if (pairing.state === 'reserving') await this.#reserve(pairing, [one, other])
    const failed = store.find(id)
    if (failed?.state === 'releasing') await this.#release(failed, [one, other])
  }

  /**
   * Asks one of the two, and then the other, who is shown the encounter at once: where one of them has gone, neither is shown
   * anything.
   */
  async #reserve(pairing: Pairing, [oneSeat, otherSeat]: PairingSeats): Promise<void> {
    const { store } = this.#deps
    const { id, sides, repeats } = pairing
    const [one, other] = sides
    const hasOne = await this.#asks(pairing, one, () => oneSeat.reserve(one.ticket, id, other.token))
    if (!hasOne) return this.#fail(pairing, one)
    const at = Date.now()
    const hasOther = await this.#asks(pairing, other, () => this.#announce(otherSeat, { ...pairing, at }, other, one))
    if (!hasOther) return this.#fail(pairing, other)
    store.finish(id, at)
    await this.#finishes.written()
    if (store.find(id)?.state !== 'paired') return
    // The encounter itself notifies them of what was announced more than once, or to one alone.
    if (repeats > 0) return
    const isAnnounced = await this.#announce(oneSeat, { ...pairing, at }, one, other).catch(() => false)
    if (isAnnounced) this.#announced.add(id)
  }

  #fail({ id }: Pairing, gone: Side): void {
    const pairing = this.#deps.store.find(id)
    if (pairing?.state === 'reserving') this.#deps.store.fail(pairing, [gone])
  }

  /** False for one who has gone. Throws while their hub cannot be reached and may be asked again. */
  async #asks({ repeats }: Pairing, { ticket }: Side, call: () => Promise<boolean>): Promise<boolean> {
    if (!this.#deps.store.has(ticket)) return false
    try {
      return await withTimeout(callMs, call())
    } catch (error) {
      if (repeats < repeatsAtMost) throw error
      return false
    }
  }

  /** A member's devices are shown the encounter. False when they have left meanwhile. */
  #announce(seat: PairingSeat, { id, at }: Pairing, { ticket }: Side, { token: partner }: Side): Promise<boolean> {
    const { pool: kind } = this.#deps
    const begun = beginEncounter(kind, at)
    const { until } = begun
    const news: EncounterNews = { id, kind, ticket, phase: shownPhase(begun), until, at, conversation: null, partner }
    return withTimeout(callMs, seat.news(news))
  }

  /** May be repeated: the alarm does so after a failure. */
  async #openOne(id: string): Promise<void> {
    const { store, openEncounter } = this.#deps
    const pairing = store.find(id)
    if (pairing?.state !== 'paired') return
    try {
      await withTimeout(callMs, openEncounter(id, this.#toOpening(pairing)))
      store.noteOpened(pairing)
      this.#announced.delete(id)
    } catch (error) {
      warn('encounter', error)
    }
  }

  /** Says to who is still there that the wait goes on. Only then may somebody else be found for them. */
  async #release(pairing: Pairing, seats: PairingSeats): Promise<void> {
    const { store, onReleased } = this.#deps
    const { id, sides, repeats } = pairing
    const calls = sides.map(async ({ ticket }, index) => {
      if (store.has(ticket)) await withTimeout(callMs, Promise.resolve(seats[index]?.release(ticket, id)))
    })
    const released = await Promise.allSettled(calls)
    const silent = sides.filter((_, index) => released[index]?.status === 'rejected')
    if (silent.length > 0 && repeats < repeatsAtMost) return
    for (const { ticket } of silent) store.leave(ticket)
    store.remove(pairing)
    onReleased()
  }

  #toOpening({ id, sides, at }: Pairing): Opening {
    const isAnnounced = this.#announced.has(id) && Date.now() < at + announcedMs
    return { kind: this.#deps.pool, participants: sides.map(({ member, ticket }) => ({ member, ticket })), at, isAnnounced }
  }
}

const isUndecided = (pairing: Pairing | null): boolean => pairing?.state === 'reserving' || pairing?.state === 'releasing'
const membersOf = ({ sides: [one, other] }: Pairing): MemberPair => [one.member, other.member]
