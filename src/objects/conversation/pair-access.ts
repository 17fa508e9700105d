import { sql } from 'drizzle-orm'
import { openDatabase } from '#db/database.ts'
import { isHidingSql } from '#db/predicates/own-state.ts'
import { members } from '#db/schema.ts'
import { notBlockedSql } from '#db/predicates/not-blocked.ts'

/** Cache lifetime of a result: ended access takes effect after at most 5 s. */
const freshMs = 5_000

/**
 * The pair's access to their conversation. `blocked`: never again in this conversation. `away`: one of them is restricted or
 * deleted; until that ends, there is no conversation.
 */
export type PairAccess = 'free' | 'away' | 'blocked'

type Row = { clear: 0 | 1; away: 0 | 1; oneHides: 0 | 1; otherHides: 0 | 1 }
/** `closed`: those of the two who are restricted, while the other does not see it yet. */
type Known = { access: PairAccess; closed: readonly string[]; at: number }

/** Reads the pair's access from D1 at most every 5 s, once for all waiting callers. */
export class PairWatch {
  readonly #binding: D1Database
  #known: Known | null = null
  #asking: Promise<Known> | null = null

  constructor(binding: D1Database) {
    this.#binding = binding
  }

  /**
   * Callers that arrive during a read continue in the order in which they came. `actor`: who wants to act. They lose access
   * before the other one sees their restriction.
   */
  async access(pair: Iterable<string>, now: number, actor?: string): Promise<PairAccess> {
    const { access, closed } = await this.#read(pair, now)
    return access === 'free' && actor !== undefined && closed.includes(actor) ? 'away' : access
  }

  /** The next caller gets an answer of D1 that is newer than this call. */
  forget(): void {
    this.#known = null
    this.#asking = null
  }

  async #read(pair: Iterable<string>, now: number): Promise<Known> {
    if (this.#known && now - this.#known.at < freshMs) return this.#known
    this.#asking ??= this.#ask([...pair], now).finally(() => (this.#asking = null))
    return this.#asking
  }

  async #ask([one = '', other = '']: string[], at: number): Promise<Known> {
    const clear = notBlockedSql(sql`${one}`, sql`${other}`)
    const hiding = (id: string) => isHidingSql(sql`${id}`)
    const [row] = await openDatabase(this.#binding).all<Row>(sql`select (${clear}) as clear,
      exists (select 1 from ${members} where id in (${one}, ${other}) and state not in ('complete', 'paused')) as away,
      ${hiding(one)} as oneHides, ${hiding(other)} as otherHides`)
    const closed = [...(row?.oneHides === 1 ? [one] : []), ...(row?.otherHides === 1 ? [other] : [])]
    this.#known = { access: row?.clear !== 1 ? 'blocked' : row.away === 1 ? 'away' : 'free', closed, at }
    return this.#known
  }
}
