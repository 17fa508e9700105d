import type { EncounterNews, EncounterOpening, Opening, Pool } from '#features/encounters/contract.ts'
import { beginEncounter, shownPhase, type SeatClient } from '#features/encounters/talk/server/public.ts'
import { warn } from '#server/log.ts'
import type { Schedule } from '#objects/platform/alarm-scheduler.ts'
import { GroupCommit } from '#objects/platform/group-commit.ts'
import { withTimeout } from '#server/objects/with-timeout.ts'
import type { MemberPair } from './forbidden-pairs.ts'
import type { MatchmakerStore, Pairing, Side } from './matchmaker-store.ts'

type PairingSeat = Pick<SeatClient, 'reserve' | 'release' | 'news'>
type PairingSeats = readonly [PairingSeat, PairingSeat]

/** Everything a pairing involves: two seats, an encounter, and who may not meet (`findForbiddenPairs`). */
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
/** Timeout of a call. The call is repeatable, so a late success does no harm. */
const callMs = 20_000
/** Failed repeats after which an unreachable hub counts as gone. Its own repeats bring the member back. */
const repeatsAtMost = 4
/** Window in which accepted pairings are written together. */
const finishTogetherMs = 10
/** Delay before the matchmaker opens an encounter itself. Members who arrive open theirs earlier. */
const openAfterMs = 2_000
const openAtOnce = 4
/** Both hubs know when an encounter begins. One that opens later than this begins at its opening instead. */
const announcedMs = 5_000

/**
 * Completes a pairing: both hubs take the seat, and the encounter opens; or the one who is still there keeps waiting. Each step
 * is repeatable, so after a restart it starts again from what is stored.
 */
export class PairingFlow {
  readonly #deps: PairingFlowDeps
  readonly #finishes: GroupCommit
  readonly #running = new Map<string, Promise<void>>()
  /** Pairings that both hubs have learnt of with their first call. By id. */
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

  /** Completes new pairings. The alarm repeats what failed. */
  async start(pairings: readonly Pairing[]): Promise<void> {
    if (pairings.length === 0) return
    this.#deps.alarms.schedule('pairings', Date.now() + retryMs)
    await Promise.all(pairings.map(({ id }) => this.#decide(id)))
  }

  /** Continues everything that has begun. Two who may no longer meet are released. */
  async repeat(): Promise<void> {
    const { store, alarms } = this.#deps
    const begun = store.listUnfinished().filter(({ id }) => !this.#running.has(id))
    if (begun.length === 0) return
    alarms.schedule('pairings', Date.now() + retryMs)
    await this.#failForbidden(begun.filter(({ state }) => state === 'reserving'))
    await this.start(begun.flatMap(({ id }) => store.find(id) ?? []).map((pairing) => store.noteRepeat(pairing)))
  }

  /** Opens the encounters that are due, one run at a time; the alarm continues with the rest. */
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

  /** The opening data of the encounter with this id, if one of the two reaches it before it has opened. */
  async opening(id: string): Promise<EncounterOpening> {
    const { store } = this.#deps
    const begun = store.find(id)
    // After a restart, one of the two may have blocked the other since they were chosen.
    if (begun?.state === 'reserving' && !this.#running.has(id)) await this.#failForbidden([begun])
    // The second member of the pair may not have been notified yet.
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

  /** Finds out whether the two of a pairing meet; a single run at a time for each pairing. */
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
   * Asks one of the two, and then the other, who is shown the encounter immediately. If one of them has gone, neither is shown
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
    // The encounter itself sends what was announced more than once, or to only one of them.
    if (repeats > 0) return
    const isAnnounced = await this.#announce(oneSeat, { ...pairing, at }, one, other).catch(() => false)
    if (isAnnounced) this.#announced.add(id)
  }

  #fail({ id }: Pairing, gone: Side): void {
    const pairing = this.#deps.store.find(id)
    if (pairing?.state === 'reserving') this.#deps.store.fail(pairing, [gone])
  }

  /** False for a member who has gone. Throws while their hub cannot be reached and may be asked again. */
  async #asks({ repeats }: Pairing, { ticket }: Side, call: () => Promise<boolean>): Promise<boolean> {
    if (!this.#deps.store.has(ticket)) return false
    try {
      return await withTimeout(callMs, call())
    } catch (error) {
      if (repeats < repeatsAtMost) throw error
      return false
    }
  }

  /** Shows the encounter on a member's devices. False if they have left in the meantime. */
  #announce(seat: PairingSeat, { id, at }: Pairing, { ticket }: Side, { token: partner }: Side): Promise<boolean> {
    const { pool: kind } = this.#deps
    const begun = beginEncounter(kind, at)
    const { until } = begun
    const news: EncounterNews = { id, kind, ticket, phase: shownPhase(begun), until, at, conversation: null, partner }
    return withTimeout(callMs, seat.news(news))
  }

  /** Repeatable: the alarm repeats it after a failure. */
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

  /** Notifies the remaining member that the wait continues. Only then may another partner be found for them. */
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

  #toOpening({ id, language, topics, sides, at }: Pairing): Opening {
    const isAnnounced = this.#announced.has(id) && Date.now() < at + announcedMs
    const participants = sides.map(({ member, ticket }) => ({ member, ticket }))
    return { kind: this.#deps.pool, language, topics, participants, at, isAnnounced }
  }
}

const isUndecided = (pairing: Pairing | null): boolean => pairing?.state === 'reserving' || pairing?.state === 'releasing'
const membersOf = ({ sides: [one, other] }: Pairing): MemberPair => [one.member, other.member]
