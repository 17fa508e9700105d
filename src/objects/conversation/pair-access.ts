import { sql } from 'drizzle-orm'
import { openDatabase } from '#db/database.ts'
import { isHidingSql } from '#db/predicates/own-state.ts'
import { members, sessions } from '#db/schema.ts'
import { notBlockedSql } from '#db/predicates/not-blocked.ts'
import { withTimeout, withTimeoutOrNull } from '#server/objects/with-timeout.ts'

/** Cache lifetime of a result: ended access takes effect after at most 5 s. */
const freshMs = 5_000
/**
 * While D1 does not answer, two who could reach each other go on for so long. An end is committed in D1 first, and then this
 * object and the hubs are called: so an end that could be committed reaches it without its own question to D1 (decisions/046).
 */
const keptMs = 5 * 60_000
/** With an earlier answer at hand, D1 is not waited for any longer. */
const answerMs = 1_000
/** Time limit of a question that no earlier answer can stand in for. */
const newAnswerMs = 2_000

/**
 * The pair's access to their conversation. `blocked`: never again in this conversation. `away`: one of them is restricted or
 * deleted; until that ends, there is no conversation.
 */
export type PairAccess = 'free' | 'away' | 'blocked'

type Row = { clear: 0 | 1; oneAway: 0 | 1; otherAway: 0 | 1; oneHides: 0 | 1; otherHides: 0 | 1; ended: string }
/** `closed`: those of the two who are restricted or deleted, even while the other does not see it yet. */
type Known = { access: PairAccess; closed: readonly string[]; at: number }

/** The conversation's own sockets, as the question to D1 concerns them. */
export type WatchedSockets = {
  /** The sessions that have some. */
  sids(): readonly string[]
  /** Called with each answer that names a member without access, also with one that comes too late for its question. */
  lostAccess(member: string): void
  /** The session has ended. Its hub may not know it: it was away when that was to be reported. */
  sessionEnded(sid: string): void
}

export const noSockets: WatchedSockets = { sids: () => [], lostAccess: () => {}, sessionEnded: () => {} }

/** Reads the pair's access from D1 at most every 5 s, once for all waiting callers. */
export class PairWatch {
  readonly #binding: D1Database
  readonly #sockets: () => WatchedSockets
  #known: Known | null = null
  #asking: Promise<Known> | null = null
  /** Time of the last question, answered or not. */
  #askedAt = -Infinity
  /** The answer to it, or null once it is overdue: for all who wait, so that none of them passes another. */
  #inTime: Promise<Known | null> | null = null
  #isOverdue = false

  constructor(binding: D1Database, sockets: () => WatchedSockets = () => noSockets) {
    this.#binding = binding
    this.#sockets = sockets
  }

  /**
   * Callers that arrive during a read continue in the order in which they came. `actor`: who wants to act. They lose access
   * before the other one sees their restriction.
   */
  async access(pair: Iterable<string>, now: number, actor?: string): Promise<PairAccess> {
    return accessOf(await this.#read(pair, now), actor)
  }

  /** True while an answer of D1 holds by which the two can reach each other. */
  isKnownFree(now: number): boolean {
    return this.#known?.access === 'free' && now - this.#known.at < freshMs
  }

  /** The same by a question that begins now, for someone who comes in. Throws if D1 does not answer in time. */
  async accessNow(pair: Iterable<string>, now: number, actor: string): Promise<PairAccess> {
    return accessOf(await withTimeout(newAnswerMs, this.#ask([...pair], now)), actor)
  }

  async #read(pair: Iterable<string>, now: number): Promise<Known> {
    const known = this.#known
    if (known && now - known.at < freshMs) return known
    const isKept = known?.access === 'free' && now - known.at < keptMs
    const sinceMs = now - this.#askedAt
    // While D1 is away, a message waits neither for each failure nor for an answer that does not come.
    if (isKept && sinceMs < freshMs && (!this.#asking || this.#isOverdue)) return known
    if (!this.#asking || sinceMs >= freshMs) this.#begin([...pair], now)
    const asking = this.#asking ?? this.#ask([...pair], now)
    return isKept ? ((await this.#waitFor(asking)) ?? known) : asking
  }

  #waitFor(asking: Promise<Known>): Promise<Known | null> {
    this.#inTime ??= withTimeoutOrNull('pair', answerMs, asking).then((known) => {
      this.#isOverdue = known === null
      return known
    })
    return this.#inTime
  }

  #begin(pair: string[], now: number): void {
    const asking = this.#ask(pair, now).finally(() => {
      if (this.#asking === asking) this.#asking = null
    })
    this.#askedAt = now
    this.#inTime = null
    this.#isOverdue = false
    this.#asking = asking
  }

  async #ask([one = '', other = '']: string[], at: number): Promise<Known> {
    const clear = notBlockedSql(sql`${one}`, sql`${other}`)
    const hiding = (id: string) => isHidingSql(sql`${id}`)
    const away = (id: string) => sql`exists (select 1 from ${members} where id = ${id} and state not in ('complete', 'paused'))`
    const [row] = await openDatabase(this.#binding).all<Row>(sql`select (${clear}) as clear,
      ${away(one)} as oneAway, ${away(other)} as otherAway, ${hiding(one)} as oneHides, ${hiding(other)} as otherHides,
      (select json_group_array(id) from ${sessions} where revoked_at is not null
        and id in (select value from json_each(${JSON.stringify(this.#sockets().sids())}))) as ended`)
    const ended: string[] = JSON.parse(row?.ended ?? '[]')
    for (const sid of ended) this.#sockets().sessionEnded(sid)
    const isAway = row?.oneAway === 1 || row?.otherAway === 1
    const closed = [
      ...(row?.oneHides === 1 || row?.oneAway === 1 ? [one] : []),
      ...(row?.otherHides === 1 || row?.otherAway === 1 ? [other] : []),
    ]
    const known: Known = { access: row?.clear !== 1 ? 'blocked' : isAway ? 'away' : 'free', closed, at }
    // A later question may have been answered first.
    if (this.#known && this.#known.at > at) return this.#known
    this.#known = known
    for (const member of closed) this.#sockets().lostAccess(member)
    return known
  }
}

function accessOf({ access, closed }: Known, actor?: string): PairAccess {
  return access === 'free' && actor !== undefined && closed.includes(actor) ? 'away' : access
}
