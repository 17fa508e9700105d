import type { OpenEncounter } from '#features/encounters/contract.ts'
import type { SeatClient } from '#features/encounters/server/public.ts'
import { warn } from '#server/log.ts'
import type { Schedule } from '#server/objects/alarm-scheduler.ts'
import type { Pool } from '../contract.ts'
import type { MatchmakerStore, Pairing, Side } from './matchmaker-store.ts'

/** The objects that a pairing concerns: two seats and an encounter. */
export type PairingPorts = {
  seatOf(member: string): Pick<SeatClient, 'reserve' | 'release'>
  openEncounter(id: string, input: OpenEncounter): Promise<void>
}

export type PairingFlowDeps = PairingPorts & {
  pool: Pool
  store: MatchmakerStore
  alarms: Schedule<'pairings'>
  /** Somebody waits on. */
  onReleased: () => void
}

const retryMs = 2_000
/** A hub that cannot be reached so often counts as gone. Its own repeats bring the member back. */
const attemptsAtMost = 5

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

  /** Goes on with everything that has begun. The alarm repeats what could not be done. */
  async finishAll(pairings: readonly Pairing[] = this.#deps.store.listUnfinished()): Promise<void> {
    if (pairings.length === 0) return
    this.#deps.alarms.schedule('pairings', Date.now() + retryMs)
    await Promise.all(pairings.map(({ id }) => this.#finish(id)))
  }

  async #finish(id: string): Promise<void> {
    if (this.#running.has(id)) return
    this.#running.add(id)
    try {
      await this.#step(id)
    } catch (error) {
      warn('pairing', error)
    } finally {
      this.#running.delete(id)
    }
    if (this.#deps.store.listUnfinished().length > 0) this.#deps.alarms.schedule('pairings', Date.now() + retryMs)
  }

  async #step(id: string): Promise<void> {
    const { store } = this.#deps
    const begun = store.find(id)
    if (begun?.state === 'reserving') await this.#reserve(store.noteAttempt(begun))
    const failed = store.find(id)
    if (failed?.state === 'releasing') await this.#release(store.noteAttempt(failed))
  }

  async #reserve(pairing: Pairing): Promise<void> {
    const { store, seatOf } = this.#deps
    const { id, sides } = pairing
    const [one, other] = sides
    const answers = await Promise.allSettled([
      seatOf(one.member).reserve(one.ticket, id, other.token),
      seatOf(other.member).reserve(other.ticket, id, one.token),
    ])
    const isLast = pairing.attempts >= attemptsAtMost
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
    const { id, sides, attempts } = pairing
    const staying = sides.filter(({ ticket }) => store.has(ticket))
    const released = await Promise.allSettled(staying.map(({ member, ticket }) => seatOf(member).release(ticket, id)))
    const silent = staying.filter((_, index) => released[index]?.status === 'rejected')
    if (silent.length > 0 && attempts < attemptsAtMost) return
    for (const { ticket } of silent) store.leave(ticket)
    store.remove(pairing)
    onReleased()
  }
}

const toParticipant = ({ member, ticket }: Side) => ({ member, ticket })
