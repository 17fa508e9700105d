import { sql } from 'drizzle-orm'
import { openDatabase } from '#db/database.ts'
import { members } from '#db/schema.ts'
import { notBlockedSql } from './not-blocked.ts'

/** A result is cached for this time: access that ended has no effect after at most 5 s. */
const freshMs = 5_000

/**
 * The pair's access to their conversation. `blocked`: never again in this conversation. `away`: one of them is restricted or
 * deleted, so there is no conversation as long as that lasts.
 */
export type PairAccess = 'free' | 'away' | 'blocked'

/** Reads the pair's access from D1 at most every 5 s, once for all callers that wait. */
export class PairWatch {
  readonly #binding: D1Database
  #known: { access: PairAccess; at: number } | null = null
  #asking: Promise<PairAccess> | null = null

  constructor(binding: D1Database) {
    this.#binding = binding
  }

  /** Callers that arrive during a read go on in the order in which they came. */
  async access(pair: Iterable<string>, now: number): Promise<PairAccess> {
    if (this.#known && now - this.#known.at < freshMs) return this.#known.access
    this.#asking ??= this.#ask([...pair], now).finally(() => (this.#asking = null))
    return this.#asking
  }

  async #ask([one = '', other = '']: string[], at: number): Promise<PairAccess> {
    const clear = notBlockedSql(sql`${one}`, sql`${other}`)
    const [row] = await openDatabase(this.#binding).all<{ clear: 0 | 1; away: 0 | 1 }>(sql`select (${clear}) as clear,
      exists (select 1 from ${members} where id in (${one}, ${other}) and state not in ('complete', 'paused')) as away`)
    this.#known = { access: row?.clear !== 1 ? 'blocked' : row.away === 1 ? 'away' : 'free', at }
    return this.#known.access
  }
}
