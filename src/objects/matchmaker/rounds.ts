import { newId } from '#server/crypto/secrets.ts'
import { warn } from '#server/log.ts'
import type { Schedule } from '#objects/platform/alarm-scheduler.ts'
import { withTimeout } from '#server/objects/with-timeout.ts'
import type { Pool, Waiting } from '#features/encounters/contract.ts'
import type { WaitingPair } from './choose-round.ts'
import { findForbiddenPairs, type MemberPair } from './forbidden-pairs.ts'
import type { MatchmakerStore, Pairing, Side } from './matchmaker-store.ts'
import { bestCommonLanguage } from './languages.ts'
import { isKindClosed } from '#objects/encounter/closed-kind.ts'

export type RoundsDeps = {
  ctx: Pick<DurableObjectState, 'waitUntil'>
  env: { DB: D1Database }
  pool: Pool
  store: MatchmakerStore
  alarms: Schedule<'round'>
  /** A round has ended, with these two each, whose choice is stored. `tried`: everyone whom it tried to pair. */
  onPaired: (pairings: readonly Pairing[], tried: readonly Waiting[]) => void
}

/** Delay of a round, so that members who enter shortly one after another are paired together. */
const collectMs = 20
/** Minimum interval between rounds. Each costs a query; under load it serves more people. */
const apartMs = 100
const retryMs = 2_000
/** Time limit for the database in a round; then the round is abandoned and repeated. Under load an answer may take seconds. */
const databaseMs = 20_000
/** Interval at which a closed queue checks whether it is open again. Meanwhile hubs end the waits in it. */
const closedMs = 30_000
/** Maximum number of new choices per round when some of the chosen must not meet. */
const choicesAtMost = 8

/** Pairs everyone who waits, at most one round at a time. */
export class Rounds {
  readonly #deps: RoundsDeps
  #running: Promise<void> | null = null
  #isWanted = false
  /** Start of the last round, in ms. */
  #lastAt = 0

  constructor(deps: RoundsDeps) {
    this.#deps = deps
  }

  /** A member has entered, or may be paired now. If the object restarts before the round, the alarm runs it. */
  request(): void {
    if (this.#isWanted) return
    this.#isWanted = true
    this.#deps.alarms.schedule('round', Date.now() + retryMs)
    this.#deps.ctx.waitUntil(this.run())
  }

  /** Runs a round; members who enter during it take part in the next one. */
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
    const { nextRoundAt } = await loadRules()
    const tried = store.listFree()
    const chosen = await this.#choose(tried, now)
    if (chosen.length > 0 && (await isKindClosed(env, pool))) return alarms.schedule('round', now + closedMs)
    // Some may have left during the query.
    const pairs = chosen.filter((pair) => pair.every(({ ticket }) => store.isFree(ticket)))
    if (pairs.length < chosen.length) this.#isWanted = true
    const pairings = pairs.map((pair) => this.#toPairing(pair))
    if (pairings.length > 0) store.begin(pairings)
    const nextAt = nextRoundAt(pool, store.listFree(), now)
    if (nextAt !== null) alarms.schedule('round', nextAt)
    onPaired(pairings, tried)
  }

  /** Chooses until no chosen pair is forbidden. */
  async #choose(waiting: readonly Waiting[], now: number): Promise<WaitingPair[]> {
    const { env, pool } = this.#deps
    const { chooseRound } = await loadRules()
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
    const language = bestCommonLanguage(one, other) ?? ''
    const topics = one.topics.filter((topic) => other.topics.includes(topic))
    return { id, state: 'reserving', language, topics, sides: [toSide(one), toSide(other)], repeats: 0, at: Date.now() }
  }
}

/** Loaded on demand: many isolates never pair anyone. */
const loadRules = () => import('./choose-round.ts')

const toSide = ({ ticket, member, token, since }: Waiting): Side => ({ ticket, member, token, since })
const membersOf = ([one, other]: WaitingPair): MemberPair => [one.member, other.member]
const keyOf = (pair: MemberPair): string => pair.toSorted().join(' ')
