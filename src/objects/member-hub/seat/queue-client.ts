import type { EncounterOpening } from '#features/encounters/contract.ts'
import type { Env } from '#server/env.ts'
import { matchmakerObject } from '#server/objects/stubs.ts'
import { nullOnError } from '#server/objects/with-timeout.ts'
import { partnerTokens } from './partner-token.ts'
import type { SeatObserver } from './seat-observer.ts'
import type { SeatStore, StoredSeat } from './seat-store.ts'

export type QueueClientDeps = {
  env: Pick<Env, 'MATCHMAKER' | 'SESSION_SECRET' | 'SESSION_SECRET_PREVIOUS'>
  member: string
  store: SeatStore
  observer: Pick<SeatObserver, 'findProfile'>
}

/** Enters the queue of a member's wait. */
export class QueueClient {
  readonly #deps: QueueClientDeps
  #tokens: string[] | null = null
  /** The ticket that has entered the queue since this hub's start. */
  #entered: string | null = null

  constructor(deps: QueueClientDeps) {
    this.#deps = deps
  }

  /** Repeatable; returns the encounter for which the wait is reserved or has ended. Throws if the queue cannot be reached. */
  async enter(seat: StoredSeat): Promise<string | null> {
    const { env, member, store } = this.#deps
    const { ticket, since } = seat
    const request = this.#entered === ticket ? await this.#renew(seat) : seat.request
    this.#tokens ??= await partnerTokens(env, member)
    const [token = '', formerToken] = this.#tokens
    // During these calls the wait may have ended or moved: entering would leave a row that belongs to no wait.
    const now = store.find()
    if (now?.state !== 'waiting' || now.ticket !== ticket) return seat.encounter
    const { pairing } = await matchmakerObject(env, seat.queue).enter({
      ticket,
      member,
      since,
      isFirst: request.isFirst === true,
      languages: request.languages,
      topics: request.topics,
      slot: request.slot,
      token,
      formerToken,
      past: store.listPast(Date.now()),
      profile: request.profile,
    })
    this.#entered = ticket
    return pairing
  }

  /**
   * The opening data of encounter `id`, from the queue that led to it; null if the member is not in it and has not just left it.
   * Throws if the queue cannot be reached.
   */
  async opening(id: string): Promise<EncounterOpening> {
    const { env, store } = this.#deps
    const seat = store.find()
    const left = () => store.listDepartures().find(({ target }) => target === id)?.queue
    const queue = seat?.encounter === id ? seat.queue : left()
    return queue ? matchmakerObject(env, queue).opening(id) : null
  }

  /** The request of a continuing wait, with the member's changes since. */
  async #renew({ ticket, request }: StoredSeat): Promise<StoredSeat['request']> {
    const { store, observer } = this.#deps
    if (request.profile === null) return request
    const profile = await nullOnError('pairing-profile', observer.findProfile())
    const now = store.find()
    if (!profile || now?.ticket !== ticket || JSON.stringify(profile) === JSON.stringify(request.profile)) return request
    if (now.state === 'waiting') store.put({ ...now, request: { ...now.request, profile } })
    return { ...request, profile }
  }
}
