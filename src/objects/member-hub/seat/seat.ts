import { limitsFactor } from '#server/env.ts'
import { warn } from '#server/log.ts'
import type { AlarmHandlers } from '#objects/platform/alarm-scheduler.ts'
import { encounterObject } from '#server/objects/stubs.ts'
import { nullOnError } from '#server/objects/with-timeout.ts'
import {
  graceMs,
  type EncounterNews,
  type EncounterOpening,
  type Seat as SeatState,
  type SeatRpc,
  type StartRequest,
  type StartResult,
} from '#features/encounters/contract.ts'
import { queueOf } from '#features/encounters/pairing/server/queue.ts'
import { isOver } from '#features/encounters/talk/rules.ts'
import { isKindClosed } from '#objects/encounter/closed-kind.ts'
import { Departures } from './departures.ts'
import { QueueClient } from './queue-client.ts'
import type { SeatAlarm, SeatDeps } from './seat-deps.ts'
import { showEncounter, showWaiting, showWithdrawn } from './seat-events.ts'
import {
  expiresAt,
  hasEnded,
  isAt,
  isSameRequest,
  lastMetAt,
  movedTo,
  nextWaitS,
  toFree,
  toOddAt,
  toSeat,
  toWaiting,
  withoutExpired,
  withTurn,
  type Ending,
} from './seat-state.ts'
import { SeatStore, type Departure, type StoredSeat } from './seat-store.ts'

/** Retry delay for a queue that could not be reached. */
const retryMs = 2_000
/** Interval at which the hub of a waiting member reports that they are still there. */
const heartbeatMs = 30_000

/**
 * A member's single seat for anonymous chat and blind dates, as a part of their hub: across all devices they wait or are in an
 * encounter at most once. It owns the tables `seat`, `past_partners`, `departures` and `nexts`. A change is written before other
 * objects are called, and the alarm repeats the calls until they succeed.
 */
export class Seat implements Omit<SeatRpc, 'overview' | 'start'> {
  readonly #deps: SeatDeps
  readonly #store: SeatStore
  readonly #queue: QueueClient
  readonly #departures: Departures
  readonly alarms: AlarmHandlers<SeatAlarm> = { 'encounter-seat': () => this.#wake(Date.now()) }

  constructor(deps: SeatDeps) {
    const { ctx, env, member, observer } = deps
    this.#deps = deps
    this.#store = new SeatStore(ctx.storage.sql)
    this.#queue = new QueueClient({ env, member, store: this.#store, observer })
    this.#departures = new Departures({ env, member, store: this.#store, wakeIn: this.#wakeIn })
  }

  peek(): SeatState {
    return toSeat(this.#store.find())
  }

  /** The blind date waiting for the member's acceptance, and its deadline (ms). */
  findOffer(): { date: string; until: number } | null {
    const { phase, encounter: date, until } = this.#store.find() ?? {}
    return phase === 'offered' && date && until ? { date, until } : null
  }

  /** When the member was last in an encounter (ms), or null. */
  lastMetAt(): number | null {
    return lastMetAt(this.#store.find(), Date.now())
  }

  /** A call by the member shows that they are present, even without a connection. */
  read(): SeatState {
    const seat = this.#store.find()
    if (seat?.state === 'waiting' && !seat.hasConnected) this.#store.put({ ...seat, awaySince: Date.now() })
    return toSeat(seat)
  }

  /** As the call of the same name, with the languages complete. */
  async start(request: StartRequest): Promise<StartResult> {
    await this.#freeIfGone()
    const seat = this.#store.find()
    if (seat?.state === 'paired') return { ok: false, code: 'busy', seat: toSeat(seat) }
    if (seat?.state === 'waiting') {
      if (isSameRequest(seat.request, request)) return { ok: true, seat: this.read() }
      this.#endWait(seat)
      // Pages that show the other kind are notified of its end; those of the same kind get the new wait.
      if (seat.request.kind !== request.kind) showWithdrawn(this.#deps.devices, seat)
    }
    const oddAt = seat && toOddAt(seat, Date.now())
    return this.#wait(withTurn(request, oddAt), { last: seat?.last ?? null, oddAt })
  }

  async withdraw(): Promise<void> {
    const seat = this.#store.find()
    if (seat?.state !== 'waiting') return
    this.#free(seat)
    this.#endWait(seat)
    showWithdrawn(this.#deps.devices, seat)
    await this.#departures.settle()
  }

  async next(id: string): Promise<StartResult> {
    const now = Date.now()
    const seat = this.#store.find()
    if (seat?.state === 'waiting' && seat.last === id) return { ok: true, seat: this.read() }
    if (!seat || seat.request.kind !== 'anonymous' || !isAt(seat, id, now))
      return { ok: false, code: 'forbidden', seat: toSeat(seat) }
    const retryAfterS = nextWaitS(this.#store.listNexts(now), now, limitsFactor(this.#deps.env))
    if (retryAfterS > 0) return { ok: false, code: 'too-many', seat: toSeat(seat), retryAfterS }
    this.#store.addNext(now)
    if (seat.state === 'paired') this.#departures.add({ target: id, kind: 'leave', ticket: seat.ticket, queue: seat.queue })
    return this.#wait(seat.request, { last: id, oddAt: seat.oddAt })
  }

  reserve(ticket: string, id: string, partner: string): boolean {
    const seat = this.#store.find()
    if (!seat || seat.ticket !== ticket || seat.state === 'free') return false
    if (seat.encounter === null) this.#store.put({ ...seat, encounter: id, partner })
    return seat.encounter === null || seat.encounter === id
  }

  release(ticket: string, id: string): void {
    const seat = this.#store.find()
    if (seat?.ticket !== ticket || seat.encounter !== id) return
    if (seat.state === 'waiting') this.#store.put({ ...seat, encounter: null, partner: null })
    else this.#waitOn(seat, seat.request)
  }

  async opening(id: string): Promise<EncounterOpening> {
    const opening = await this.#queue.opening(id)
    const seat = this.#store.find()
    // The encounter no longer exists, and its news never came.
    if (opening === null && seat?.state === 'paired' && seat.encounter === id) this.#endAs(seat, id, 'ended')
    return opening
  }

  news(news: EncounterNews): boolean {
    const seat = this.#store.find()
    if (!seat || seat.ticket !== news.ticket) return false
    if (seat.state === 'free') return isOver(news) && seat.last === news.id
    if (news.partner !== undefined) return this.#pair(seat, news, news.partner)
    if (seat.encounter !== news.id) return false
    if (isOver(news)) this.#leaveEncounter(seat, news)
    else this.#enterEncounter(seat, news)
    return true
  }

  async stop(): Promise<number | null> {
    const seat = this.#store.find()
    const metAt = this.lastMetAt()
    if (seat?.state === 'waiting') await this.withdraw()
    if (seat?.state === 'paired' && seat.encounter !== null) await this.#leave(seat, seat.encounter)
    return metAt
  }

  async #leave(seat: StoredSeat, target: string): Promise<void> {
    this.#departures.add({ target, kind: 'stop', ticket: seat.ticket, queue: seat.queue })
    this.#endAs(seat, target, 'ended')
    await this.#departures.settle()
  }

  /** A connection has opened or ended. */
  connectionsChanged(): void {
    const seat = this.#store.find()
    const isConnected = this.#deps.isConnected()
    if (seat?.state === 'waiting' && isConnected !== (seat.awaySince === null)) this.#noteConnection(seat, isConnected)
  }

  /** Takes the seat for a new wait and enters the queue. `since`: a continuing wait keeps its turn. */
  async #wait(
    request: StartRequest,
    { last, oddAt, since = Date.now() }: { last: string | null; oddAt: number | null; since?: number },
  ): Promise<StartResult> {
    const { env, member, isConnected } = this.#deps
    const queue = queueOf(env, request.kind, member)
    const waiting = toWaiting(request, { queue, last, oddAt, since, isConnected: isConnected() })
    this.#store.put(waiting)
    // If the hub restarts before the call reaches the queue, the alarm repeats it.
    this.#wakeIn(retryMs)
    showWaiting(this.#deps.devices, { request, since })
    await Promise.all([this.#enter(), this.#departures.settle()])
    // The same answer if a round has paired the member in the meantime: an event announces it.
    return { ok: true, seat: toSeat(waiting) }
  }

  /** Enters the queue, or reports there that the member is still waiting. */
  async #enter(): Promise<void> {
    this.#moveIfDue()
    const seat = this.#store.find()
    if (seat?.state !== 'waiting') return
    try {
      const pairing = await this.#queue.enter(seat)
      // The matchmaker has given up that pairing and could not report it.
      if (pairing === null && seat.encounter !== null) this.release(seat.ticket, seat.encounter)
      this.#wakeIn(heartbeatMs)
    } catch (error) {
      warn('matchmaker', error)
      this.#wakeIn(retryMs)
    }
  }

  /** Operators have changed the number of shards: the wait goes on in another queue, unless it is reserved. */
  #moveIfDue(): void {
    const seat = this.#store.find()
    if (seat?.state !== 'waiting' || seat.encounter !== null) return
    const queue = queueOf(this.#deps.env, seat.request.kind, this.#deps.member)
    if (queue === seat.queue) return
    this.#store.put(movedTo(seat, queue))
    this.#departures.add(fromQueue(seat))
    this.#deps.ctx.waitUntil(this.#departures.settle())
  }

  /** A repeat changes nothing: the encounter may already be in another phase. */
  #pair(seat: StoredSeat, news: EncounterNews, partner: string): boolean {
    if (seat.encounter !== null && seat.encounter !== news.id) return false
    if (seat.state === 'waiting') this.#enterEncounter({ ...seat, encounter: news.id, partner }, news)
    return true
  }

  #enterEncounter(seat: StoredSeat, { id, kind, phase, until, at }: EncounterNews): void {
    if (seat.phase === phase && seat.until === until) return
    if (seat.partner !== null) this.#store.addPast(seat.partner, Date.now())
    const oddAt = kind === 'blind' ? null : seat.oddAt
    this.#store.put({ ...seat, state: 'paired', since: at, partner: null, oddAt, phase, until })
    this.#deps.observer.encounterChanged({ id, kind, before: seat.phase, phase, until, slot: seat.request.slot, at })
    this.#rest()
    showEncounter(this.#deps.devices, { id, kind, phase, until, at })
  }

  #leaveEncounter(seat: StoredSeat, news: EncounterNews): void {
    // It ended before the member saw any of it, or because the other did not come: they keep waiting.
    const waitsOn = news.phase === 'ended' && (seat.state === 'waiting' || news.waitsAgain === true)
    if (!waitsOn) return this.#endEncounter(seat, news)
    this.#waitOn(seat, news.waitsAgain ? { ...seat.request, isFirst: true } : seat.request)
  }

  #waitOn({ state, since, last, oddAt }: StoredSeat, request: StartRequest): void {
    this.#deps.ctx.waitUntil(this.#wait(request, { last, oddAt, since: state === 'waiting' ? since : Date.now() }))
  }

  #endAs(seat: StoredSeat, id: string, phase: Ending['phase']): void {
    this.#endEncounter(seat, { id, kind: seat.request.kind, phase, at: Date.now() })
  }

  #endEncounter(seat: StoredSeat, { id, kind, phase, at, hasLeft = false }: Ending): void {
    this.#free({ ...seat, last: id })
    const { request, phase: before, since } = seat
    this.#deps.observer.encounterChanged({ id, kind, before, phase, until: null, slot: request.slot, at: since, hasLeft })
    showEncounter(this.#deps.devices, { id, kind, phase, until: null, at })
  }

  #endWait(seat: StoredSeat): void {
    this.#departures.add(fromQueue(seat))
    this.#deps.observer.waitEnded(seat.request)
  }

  #free(seat: StoredSeat): void {
    const left = toFree(seat, Date.now())
    if (!left) return this.#store.forget()
    this.#store.put(left)
    this.#wakeIn(expiresAt(left) - Date.now())
  }

  /** Frees the seat if its encounter is over or gone and the news did not arrive. */
  async #freeIfGone(): Promise<void> {
    const { env, member } = this.#deps
    const { state, encounter: id = null } = this.#store.find() ?? {}
    if (state !== 'paired' || id === null) return
    const found = await nullOnError('encounter', (async () => ({ view: await encounterObject(env, id).view(member) }))())
    const now = this.#store.find()
    if (!found || now?.state !== 'paired' || now.encounter !== id || (found.view && !isOver(found.view))) return
    this.#endAs(now, id, found.view?.phase ?? 'ended')
  }

  #rest(): void {
    const at = this.#store.pastDueAt()
    if (at !== null && this.#store.listDepartures().length === 0) this.#deps.alarms.move('encounter-seat', at)
  }

  async #wake(now: number): Promise<void> {
    await this.#departures.settle()
    const seat = this.#store.find()
    if (seat?.state === 'waiting') await this.#goOn(seat, now)
    if (seat?.state === 'free') this.#expire(seat, now)
    const pastDueAt = this.#store.prunePast(now)
    if (pastDueAt !== null) this.#wakeIn(pastDueAt - now)
  }

  /** Continues a wait, or ends that of a member who has gone, or everyone's while operators have closed the kind. */
  async #goOn(seat: StoredSeat, now: number): Promise<void> {
    const isConnected = this.#deps.isConnected()
    // A hub that restarts loses its sockets without a close: their owner gets the same time as one who has just left.
    if (isConnected !== (seat.awaySince === null)) this.#noteConnection(seat, isConnected)
    else if (hasEnded(seat, now) || (await isKindClosed(this.#deps.env, seat.request.kind))) return this.withdraw()
    await this.#enter()
  }

  #noteConnection(seat: StoredSeat, isConnected: boolean): void {
    this.#store.put({ ...seat, hasConnected: true, awaySince: isConnected ? null : Date.now() })
    if (!isConnected) this.#wakeIn(graceMs)
  }

  #expire(seat: StoredSeat, now: number): void {
    if (now < expiresAt(seat)) return this.#wakeIn(expiresAt(seat) - now)
    const left = withoutExpired(seat, now)
    if (!left) return this.#store.forget()
    this.#store.put(left)
    this.#wakeIn(expiresAt(left) - now)
  }

  readonly #wakeIn = (ms: number) => this.#deps.alarms.schedule('encounter-seat', Date.now() + ms)
}

const fromQueue = ({ queue, ticket }: StoredSeat): Departure => ({ target: queue, kind: 'queue', ticket, queue })
