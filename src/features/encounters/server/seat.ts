import { RpcTarget } from 'cloudflare:workers'
import { matchmakerName } from '#features/matchmaking/contract.ts'
import { newId } from '#server/crypto/secrets.ts'
import type { Env } from '#server/env.ts'
import { warn } from '#server/log.ts'
import type { AlarmHandlers, Schedule } from '#server/objects/alarm-scheduler.ts'
import { encounterObject, matchmakerObject } from '#server/objects/stubs.ts'
import {
  encounterKeptMs,
  graceMs,
  nextPerHour,
  type EncounterNews,
  type Seat as SeatState,
  type SeatRpc,
  type StartRequest,
  type StartResult,
} from '../contract.ts'
import { unconnectedMs } from '../rules.ts'
import { partnerToken } from './partner-token.ts'
import { showEncounter, showWaiting, showWithdrawn, type SeatDevices } from './seat-events.ts'
import { SeatStore, type Departure, type StoredSeat, type Wish } from './seat-store.ts'

export type SeatAlarm = 'encounter-seat'
export type { SeatDevices }

export type SeatDeps = {
  ctx: Pick<DurableObjectState, 'storage' | 'waitUntil'>
  env: Env
  member: string
  devices: SeatDevices
  /** True while some device is connected. */
  isConnected: () => boolean
  alarms: Schedule<SeatAlarm>
}

/** What could not be reached is tried again so soon. */
const retryMs = 2_000
/** A waiting member's hub says so often that they are still there. */
const heartbeatMs = 30_000

const hourMs = 60 * 60_000

type Waiting = StoredSeat & { state: 'waiting' }

/**
 * A member's one seat for anonymous chat and blind dates, as a part of their hub: they wait, or are in an encounter, at most
 * once over all devices. It owns the tables `seat`, `past_partners`, `departures` and `nexts`. What others are told is
 * written before, and repeated by the alarm until they have heard it.
 */
export class Seat extends RpcTarget implements SeatRpc {
  readonly #deps: SeatDeps
  readonly #store: SeatStore
  readonly alarms: AlarmHandlers<SeatAlarm> = { 'encounter-seat': () => this.#wake() }

  constructor(deps: SeatDeps) {
    super()
    this.#deps = deps
    this.#store = new SeatStore(deps.ctx.storage.sql)
  }

  read(): SeatState {
    const seat = this.#store.find()
    if (seat?.state === 'waiting' && !seat.hasConnected) this.#store.put({ ...seat, awaySince: Date.now() })
    return toSeat(seat)
  }

  async start(request: StartRequest): Promise<StartResult> {
    const seat = this.#store.find()
    if (seat?.state === 'paired') return { ok: false, code: 'busy', seat: toSeat(seat) }
    if (seat?.state === 'waiting') {
      if (isSameWish(seat.wish, request)) return { ok: true, seat: this.read() }
      this.#departFromQueue(seat)
    }
    return this.#wait(request, { last: seat?.last ?? null })
  }

  async withdraw(): Promise<void> {
    const seat = this.#store.find()
    if (seat?.state !== 'waiting') return
    this.#departFromQueue(seat)
    this.#free(seat)
    showWithdrawn(this.#deps.devices, seat)
    await this.#settleDepartures()
  }

  async next(id: string): Promise<StartResult> {
    const now = Date.now()
    const seat = this.#store.find()
    const state = toSeat(seat)
    if (seat?.state === 'waiting' && seat.last === id) return { ok: true, seat: state }
    if (!seat || seat.wish.kind !== 'anonymous' || !isAt(seat, id)) return { ok: false, code: 'forbidden', seat: state }
    const nexts = this.#store.listNexts(now)
    const [oldest = now] = nexts
    if (nexts.length >= nextPerHour) {
      return { ok: false, code: 'too-many', seat: state, retryAfterS: Math.ceil((oldest + hourMs - now) / 1000) }
    }
    this.#store.addNext(now)
    if (seat.state === 'paired') this.#store.addDeparture({ target: id, kind: 'leave', ticket: seat.ticket })
    return this.#wait(seat.wish, { last: id })
  }

  reserve(ticket: string, id: string, partner: string): boolean {
    const seat = this.#store.find()
    if (!seat || seat.ticket !== ticket || seat.state === 'free') return false
    if (seat.encounter === null) this.#store.put({ ...seat, encounter: id, partner })
    return seat.encounter === null || seat.encounter === id
  }

  release(ticket: string, id: string): void {
    const seat = this.#store.find()
    if (seat?.state !== 'waiting' || seat.ticket !== ticket || seat.encounter !== id) return
    this.#store.put({ ...seat, encounter: null, partner: null })
  }

  news(news: EncounterNews): boolean {
    const seat = this.#store.find()
    const isOver = news.phase === 'matched' || news.phase === 'ended'
    if (!seat || seat.ticket !== news.ticket) return false
    if (seat.state === 'free') return isOver && seat.last === news.id
    if (seat.encounter !== null && seat.encounter !== news.id) return false
    if (isOver) this.#leaveEncounter(seat, news)
    else this.#enterEncounter(seat, news)
    return true
  }

  async stop(): Promise<void> {
    const seat = this.#store.find()
    if (!seat || seat.state === 'free') return
    if (seat.state === 'waiting') return this.withdraw()
    const id = seat.encounter ?? ''
    this.#store.addDeparture({ target: id, kind: 'stop', ticket: seat.ticket })
    this.#free({ ...seat, last: id })
    showEncounter(this.#deps.devices, { id, kind: seat.wish.kind, phase: 'ended', until: null, at: Date.now() })
    await this.#settleDepartures()
  }

  /** A connection has opened or ended. */
  connectionsChanged(): void {
    const seat = this.#store.find()
    if (seat?.state !== 'waiting') return
    const isConnected = this.#deps.isConnected()
    if (isConnected === (seat.awaySince === null)) return
    this.#noteConnection(seat, isConnected)
  }

  /** Takes the seat for a new wait, and enters the queue. */
  async #wait(wish: Wish, { last, since = Date.now() }: { last: string | null; since?: number }): Promise<StartResult> {
    const isConnected = this.#deps.isConnected()
    this.#store.put({
      state: 'waiting',
      wish,
      ticket: newId(),
      since,
      encounter: null,
      partner: null,
      last,
      phase: null,
      until: null,
      hasConnected: isConnected,
      awaySince: isConnected ? null : Date.now(),
    })
    // Should the hub restart before the queue has heard of it, the alarm goes on.
    this.#schedule(retryMs)
    showWaiting(this.#deps.devices, { wish, since })
    await Promise.all([this.#enter(), this.#settleDepartures()])
    return { ok: true, seat: toSeat(this.#store.find()) }
  }

  /** Enters the queue, or says there that the member is still waiting. */
  async #enter(): Promise<void> {
    const before = this.#store.find()
    if (!isWaiting(before)) return
    const { wish, ticket, since, encounter } = before
    const { env, member } = this.#deps
    try {
      const { pairing } = await matchmakerObject(env, matchmakerName(wish.kind, wish.language)).enter({
        ticket,
        member,
        since,
        isFirst: wish.isFirst === true,
        topics: wish.topics,
        slot: wish.slot,
        token: await partnerToken(env, member),
        past: this.#store.listPast(Date.now()),
        profile: wish.profile,
      })
      // The matchmaker has given that pairing up and could not say so.
      if (pairing === null && encounter !== null) this.release(ticket, encounter)
      this.#schedule(heartbeatMs)
    } catch (error) {
      warn('matchmaker', error)
      this.#schedule(retryMs)
    }
  }

  #enterEncounter(seat: StoredSeat, { id, kind, phase, until, at }: EncounterNews): void {
    if (seat.state === 'paired' && seat.phase === phase && seat.until === until) return
    if (seat.state === 'waiting' && seat.partner !== null) this.#store.addPast(seat.partner, Date.now())
    this.#store.put({ ...seat, state: 'paired', since: at, encounter: id, partner: null, phase, until })
    showEncounter(this.#deps.devices, { id, kind, phase, until, at })
  }

  #leaveEncounter(seat: StoredSeat, { id, kind, phase, at, waitsAgain }: EncounterNews): void {
    // Ended before this member was shown anything, or without their doing: the wait goes on, with its turn.
    const goesOn = phase === 'ended' && (seat.state === 'waiting' || waitsAgain === true)
    if (!goesOn) {
      this.#free({ ...seat, last: id })
      return showEncounter(this.#deps.devices, { id, kind, phase, until: null, at })
    }
    const wish = waitsAgain ? { ...seat.wish, isFirst: true } : seat.wish
    const since = seat.state === 'waiting' ? seat.since : Date.now()
    this.#deps.ctx.waitUntil(this.#wait(wish, { last: seat.last, since }))
  }

  /** Nobody waits any more. The wish stays for "next" as long as the encounter can be looked at. */
  #free(seat: StoredSeat): void {
    if (seat.last === null) return this.#store.forget()
    const now = Date.now()
    this.#store.put({ ...seat, state: 'free', since: now, encounter: null, partner: null, phase: null, until: null })
    this.#schedule(encounterKeptMs)
  }

  #departFromQueue({ wish, ticket }: StoredSeat): void {
    this.#store.addDeparture({ target: matchmakerName(wish.kind, wish.language), kind: 'queue', ticket })
  }

  /** Tells those whom the member has left; the alarm repeats it for those who could not be reached. */
  async #settleDepartures(): Promise<void> {
    const departures = this.#store.listDepartures()
    if (departures.length > 0) this.#schedule(retryMs)
    const settle = async (departure: Departure) => {
      await this.#depart(departure)
      this.#store.removeDeparture(departure)
    }
    const results = await Promise.allSettled(departures.map(settle))
    for (const result of results) if (result.status === 'rejected') warn('departure', result.reason)
  }

  async #depart({ target, kind, ticket }: Departure): Promise<void> {
    const { env, member } = this.#deps
    if (kind === 'queue') await matchmakerObject(env, target).leave(ticket)
    else if (kind === 'stop') await encounterObject(env, target).stop(member)
    else await encounterObject(env, target).act(member, { kind: 'leave' })
  }

  async #wake(): Promise<void> {
    const now = Date.now()
    await this.#settleDepartures()
    const seat = this.#store.find()
    if (isWaiting(seat)) await this.#keepWaiting(seat, now)
    if (seat?.state === 'free') this.#expire(seat, now)
    const pastDueAt = this.#store.prunePast(now)
    if (pastDueAt !== null) this.#schedule(pastDueAt - now)
  }

  /** Goes on with a wait, or ends that of a member who has gone. */
  async #keepWaiting(seat: Waiting, now: number): Promise<void> {
    const isConnected = this.#deps.isConnected()
    const limitMs = seat.hasConnected ? graceMs : unconnectedMs
    if (isConnected !== (seat.awaySince === null)) this.#noteConnection(seat, isConnected)
    else if (seat.awaySince !== null && now - seat.awaySince >= limitMs) return this.withdraw()
    await this.#enter()
  }

  #noteConnection(seat: Waiting | StoredSeat, isConnected: boolean): void {
    this.#store.put({ ...seat, hasConnected: true, awaySince: isConnected ? null : Date.now() })
    if (!isConnected) this.#schedule(graceMs)
  }

  #expire(seat: StoredSeat, now: number): void {
    if (now - seat.since >= encounterKeptMs) this.#store.forget()
    else this.#schedule(seat.since + encounterKeptMs - now)
  }

  #schedule(inMs: number): void {
    this.#deps.alarms.schedule('encounter-seat', Date.now() + inMs)
  }
}

const isWaiting = (seat: StoredSeat | null): seat is Waiting => seat?.state === 'waiting'

/** The member is in this encounter, or was before anything else. */
const isAt = ({ state, encounter, last }: StoredSeat, id: string): boolean =>
  state === 'paired' ? encounter === id : state === 'free' && last === id

function isSameWish(one: Wish, other: Wish): boolean {
  const isSame = one.kind === other.kind && one.language === other.language && one.slot === other.slot
  return isSame && one.topics.toSorted().join() === other.topics.toSorted().join()
}

function toSeat(seat: StoredSeat | null): SeatState {
  if (!seat || seat.state === 'free') return { state: 'free' }
  const { state, wish, since, encounter } = seat
  const { kind, language, topics, slot } = wish
  return state === 'paired' ? { state, kind, id: encounter ?? '', since } : { state, kind, language, topics, slot, since }
}
