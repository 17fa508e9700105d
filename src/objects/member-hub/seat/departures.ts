import type { Env } from '#server/env.ts'
import { warn } from '#server/log.ts'
import { encounterObject, matchmakerObject } from '#server/objects/stubs.ts'
import type { Departure, SeatStore } from './seat-store.ts'

export type DeparturesDeps = {
  env: Pick<Env, 'MATCHMAKER' | 'ENCOUNTER'>
  member: string
  store: SeatStore
  /** Schedules `settle` after this delay (ms). */
  wakeIn: (ms: number) => void
}

const retryMs = 2_000

/** Notifies queues and encounters that the member has left them. Each call is written first and repeated until it succeeds. */
export class Departures {
  readonly #deps: DeparturesDeps

  constructor(deps: DeparturesDeps) {
    this.#deps = deps
  }

  add(departure: Departure): void {
    this.#deps.store.addDeparture(departure)
    this.#deps.wakeIn(retryMs)
  }

  async settle(): Promise<void> {
    const { store, wakeIn } = this.#deps
    const results = await Promise.allSettled(store.listDepartures().map((departure) => this.#settle(departure)))
    for (const result of results) if (result.status === 'rejected') warn('departure', result.reason)
    if (results.some(({ status }) => status === 'rejected')) wakeIn(retryMs)
  }

  async #settle(departure: Departure): Promise<void> {
    await this.#notify(departure)
    this.#deps.store.removeDeparture(departure)
  }

  async #notify({ target, kind, ticket }: Departure): Promise<void> {
    const { env, member } = this.#deps
    if (kind === 'queue') await matchmakerObject(env, target).leave(ticket)
    else if (kind === 'stop') await encounterObject(env, target).stop(member)
    else await encounterObject(env, target).act(member, { kind: 'leave' })
  }
}
