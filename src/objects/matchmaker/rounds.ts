import { newId } from '#server/crypto/secrets.ts'
import { warn } from '#server/log.ts'
import type { Schedule } from '#objects/platform/alarm-scheduler.ts'
import { withTimeout } from '#server/objects/with-timeout.ts'
import type { Pool, Waiting } from '#features/matchmaking/contract.ts'
import { chooseRound, nextRoundAt, type WaitingPair } from './choose-pairs.ts'
import { findForbiddenPairs, type MemberPair } from './forbidden-pairs.ts'
import type { MatchmakerStore, Pairing, Side } from './matchmaker-store.ts'
import { isKindClosed } from '#objects/encounter/closed-kind.ts'

export type RoundsDeps = {
  ctx: Pick<DurableObjectState, 'waitUntil'>
  env: { DB: D1Database }
  pool: Pool
  store: MatchmakerStore
  alarms: Schedule<'round'>
  /** Two were chosen, and it is written. */
  onPaired: (pairings: readonly Pairing[]) => void
}

/** Those who enter so shortly one after the other are paired in one round. */
const collectMs = 20
/** Rounds begin so far apart. Under load each costs a query and is for more people. */
const apartMs = 100
const retryMs = 2_000
/** A round ends without a database that has not answered for so long, and is held again. Under load an answer may take seconds. */
const databaseMs = 20_000
/** A closed queue looks so often whether it is open again. Hubs end the waits in it meanwhile. */
const closedMs = 30_000
/** So often a round chooses again when some of the chosen must not meet. */
const choicesAtMost = 8

/** Chooses who is paired with whom, at most one round at a time, on everybody who waits. */
export class Rounds {
  readonly #deps: RoundsDeps
  #running: Promise<void> | null = null
  #isWanted = false
  /** When the last round began, in ms. */
  #lastAt = 0

  constructor(deps: RoundsDeps) {
    this.#deps = deps
  }

  /** Somebody has entered, or may be paired now. Should the object restart before the round, the alarm holds it. */
  request(): void {
    if (this.#isWanted) return
    this.#isWanted = true
    this.#deps.alarms.schedule('round', Date.now() + retryMs)
    this.#deps.ctx.waitUntil(this.run())
  }

  /** Holds a round; those who enter meanwhile have the next one. */
  run(): Promise<void> {
    this.#isWanted = true
    this.#running ??= this.#run().finally(() => (this.#running = null))
    return this.#running
  }

  async #run(): Promise<void> {
    while (this.#isWanted) {
      const waitMs = Math.max(collectMs, Math.min(apartMs, this.#lastAt + apartMs - Date.now()))
      await new Promise((resolve) => setTimeout(resolve, waitMs))
      this.#lastAt = Date.now()
      this.#isWanted = false
      try {
        await this.#round(Date.now())
      } catch (error) {
        warn('round', error)
        this.#deps.alarms.schedule('round', Date.now() + retryMs)
      }
    }
  }

  async #round(now: number): Promise<void> {
    const { env, pool, store, alarms, onPaired } = this.#deps
    const chosen = await this.#choose(store.listFree(), now)
    if (chosen.length > 0 && (await isKindClosed(env, pool))) return alarms.schedule('round', now + closedMs)
    // Some may have left while the database was asked.
    const pairs = chosen.filter((pair) => pair.every(({ ticket }) => store.isFree(ticket)))
    if (pairs.length < chosen.length) this.#isWanted = true
    const pairings = pairs.map((pair) => this.#toPairing(pair))
    if (pairings.length > 0) store.begin(pairings)
    const nextAt = nextRoundAt(pool, store.listFree(), now)
    if (nextAt !== null) alarms.schedule('round', nextAt)
    onPaired(pairings)
  }

  /** Chooses until no chosen two are forbidden to meet. */
  async #choose(waiting: readonly Waiting[], now: number): Promise<WaitingPair[]> {
    const { env, pool } = this.#deps
    const allowed = new Set<string>()
    const forbidden = new Set<string>()
    const isForbidden = (one: string, other: string) => forbidden.has(keyOf([one, other]))
    for (let choice = 0; choice < choicesAtMost; choice++) {
      const pairs = chooseRound(pool, waiting, now, isForbidden)
      const unknown = pairs.map(membersOf).filter((pair) => !allowed.has(keyOf(pair)))
      const found = unknown.length === 0 ? [] : await withTimeout(databaseMs, findForbiddenPairs(env.DB, unknown))
      if (found.length === 0) return pairs
      for (const key of unknown.map(keyOf)) allowed.add(key)
      for (const key of found.map(keyOf)) {
        allowed.delete(key)
        forbidden.add(key)
      }
    }
    return chooseRound(pool, waiting, now, isForbidden).filter((pair) => allowed.has(keyOf(membersOf(pair))))
  }

  #toPairing([one, other]: WaitingPair): Pairing {
    const id = `${this.#deps.pool === 'blind' ? 'b' : 'a'}-${newId()}${newId().slice(0, 2)}`
    return { id, state: 'reserving', sides: [toSide(one), toSide(other)], repeats: 0, at: Date.now() }
  }
}

const toSide = ({ ticket, member, token, since }: Waiting): Side => ({ ticket, member, token, since })
const membersOf = ([one, other]: WaitingPair): MemberPair => [one.member, other.member]
const keyOf = (pair: MemberPair): string => pair.toSorted().join(' ')
