import type { OpenEncounter } from '#features/encounters/contract.ts'
import type { SeatClient } from '#features/encounters/server/public.ts'
import { warn } from '#server/log.ts'
import type { Schedule } from '#server/objects/alarm-scheduler.ts'
import type { Pool } from '../contract.ts'
import type { MemberPair } from './forbidden-pairs.ts'
import type { MatchmakerStore, Pairing, Side } from './matchmaker-store.ts'

/** What a pairing concerns: two seats and an encounter, and who may not meet (`findForbiddenPairs`). */
export type PairingPorts = {
  seatOf(member: string): Pick<SeatClient, 'reserve' | 'release'>
  openEncounter(id: string, input: OpenEncounter): Promise<void>
  findForbidden(pairs: readonly MemberPair[]): Promise<MemberPair[]>
}

export type PairingFlowDeps = PairingPorts & {
  pool: Pool
  store: MatchmakerStore
  alarms: Schedule<'pairings'>
  /** Somebody waits on. */
  onReleased: () => void
}

const retryMs = 2_000
/** A hub that cannot be reached by so many repeats counts as gone. Its own repeats bring the member back. */
const repeatsAtMost = 4

/**
 * Brings a pairing to its end: both hubs reserve the seat, the encounter opens; or the one who is still there waits on. Each
 * step may be repeated, so after a restart it begins again from what is written.
 */
export class PairingFlow {
  readonly #deps: PairingFlowDeps
  readonly #running = new Set<string>()

  constructor(deps: PairingFlowDeps) {
    this.#deps = deps
  }

  /** Brings new pairings to their end. The alarm repeats what could not be done. */
  async start(pairings: readonly Pairing[]): Promise<void> {
    if (pairings.length === 0) return
    this.#deps.alarms.schedule('pairings', Date.now() + retryMs)
    await Promise.all(pairings.map((pairing) => this.#finish(pairing)))
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

  async #failForbidden(pairings: readonly Pairing[]): Promise<void> {
    if (pairings.length === 0) return
    const forbidden = await this.#deps.findForbidden(pairings.map(membersOf))
    const keys = new Set(forbidden.map((pair) => pair.join(' ')))
    for (const pairing of pairings) if (keys.has(membersOf(pairing).join(' '))) this.#deps.store.fail(pairing, [])
  }

  async #finish(pairing: Pairing): Promise<void> {
    const { id } = pairing
    this.#running.add(id)
    try {
      await this.#step(pairing)
    } catch (error) {
      warn('pairing', error)
    } finally {
      this.#running.delete(id)
    }
    if (this.#deps.store.hasUnfinished) this.#deps.alarms.schedule('pairings', Date.now() + retryMs)
  }

  async #step(pairing: Pairing): Promise<void> {
    if (pairing.state === 'reserving') await this.#reserve(pairing)
    const failed = this.#deps.store.find(pairing.id)
    if (failed?.state === 'releasing') await this.#release(failed)
  }

  async #reserve(pairing: Pairing): Promise<void> {
    const { store, seatOf } = this.#deps
    const { id, sides } = pairing
    const [one, other] = sides
    const answers = await Promise.allSettled([
      seatOf(one.member).reserve(one.ticket, id, other.token),
      seatOf(other.member).reserve(other.ticket, id, one.token),
    ])
    const isLast = pairing.repeats >= repeatsAtMost
    const isGone = sides.map(({ ticket }, index) => {
      const answer = answers[index]
      const isRefused = answer?.status === 'fulfilled' ? !answer.value : isLast
      return isRefused || !store.has(ticket)
    })
    if (isGone.includes(true))
      return store.fail(
        pairing,
        pairing.sides.filter((_, index) => isGone[index]),
      )
    if (answers.some(({ status }) => status === 'rejected')) return
    await this.#open(pairing)
  }

  async #open(pairing: Pairing): Promise<void> {
    const { pool, store, openEncounter } = this.#deps
    const { id, sides, at } = pairing
    const [one, other] = sides
    await openEncounter(id, { kind: pool, participants: [toParticipant(one), toParticipant(other)], at })
    store.finish(pairing, Date.now())
  }

  /** Says to who is still there that the wait goes on. Only then may somebody else be found for them. */
  async #release(pairing: Pairing): Promise<void> {
    const { store, seatOf, onReleased } = this.#deps
    const { id, sides, repeats } = pairing
    const staying = sides.filter(({ ticket }) => store.has(ticket))
    const released = await Promise.allSettled(staying.map(({ member, ticket }) => seatOf(member).release(ticket, id)))
    const silent = staying.filter((_, index) => released[index]?.status === 'rejected')
    if (silent.length > 0 && repeats < repeatsAtMost) return
    for (const { ticket } of silent) store.leave(ticket)
    store.remove(pairing)
    onReleased()
  }
}

const membersOf = ({ sides: [one, other] }: Pairing): MemberPair => [one.member, other.member]
const toParticipant = ({ member, ticket }: Side) => ({ member, ticket })
