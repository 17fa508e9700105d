import { matchmakerName } from '#features/matchmaking/contract.ts'
import type { Env } from '#server/env.ts'
import { matchmakerObject } from '#server/objects/stubs.ts'
import { partnerTokens } from './partner-token.ts'
import type { SeatStore, StoredSeat } from './seat-store.ts'

export type QueueClientDeps = {
  env: Pick<Env, 'MATCHMAKER' | 'SESSION_SECRET' | 'SESSION_SECRET_PREVIOUS'>
  member: string
  store: SeatStore
}

/** The queue of a request: a matchmaker's name. */
export const queueOf = ({ request }: Pick<StoredSeat, 'request'>): string => matchmakerName(request.kind, request.language)

/** Enters the queue of a member's request. */
export class QueueClient {
  readonly #deps: QueueClientDeps
  #tokens: string[] | null = null

  constructor(deps: QueueClientDeps) {
    this.#deps = deps
  }

  /** May be repeated; answers the encounter for which the wait is reserved or over. Throws when the queue cannot be reached. */
  async enter(seat: StoredSeat): Promise<string | null> {
    const { env, member, store } = this.#deps
    const { request, ticket, since } = seat
    this.#tokens ??= await partnerTokens(env, member)
    const [token = '', formerToken] = this.#tokens
    const { pairing } = await matchmakerObject(env, queueOf(seat)).enter({
      ticket,
      member,
      since,
      isFirst: request.isFirst === true,
      topics: request.topics,
      slot: request.slot,
      token,
      formerToken,
      past: store.listPast(Date.now()),
      profile: request.profile,
    })
    return pairing
  }
}
