import { sql } from 'drizzle-orm'
import { openDatabase } from '#db/database.ts'
import { notBlockedSql } from '#features/blocks/server/public.ts'

/** What was found stays true for so long: access that ended has no effect after at most 5 s. */
const freshMs = 5_000

/** Whether one of a conversation's two has blocked the other: asked of D1 at most every 5 s, once for all who wait. */
export class BlockWatch {
  readonly #binding: D1Database
  #known: { isBlocked: boolean; at: number } | null = null
  #asking: Promise<boolean> | null = null

  constructor(binding: D1Database) {
    this.#binding = binding
  }

  /** Callers that come while it is being asked go on in the order in which they came. */
  async isBlocked(members: Iterable<string>, now: number): Promise<boolean> {
    if (this.#known && now - this.#known.at < freshMs) return this.#known.isBlocked
    this.#asking ??= this.#ask([...members], now).finally(() => (this.#asking = null))
    return this.#asking
  }

  async #ask([one = '', other = '']: string[], at: number): Promise<boolean> {
    const clear = notBlockedSql(sql`${one}`, sql`${other}`)
    const [row] = await openDatabase(this.#binding).all<{ clear: 0 | 1 }>(sql`select (${clear}) as clear`)
    this.#known = { isBlocked: row?.clear !== 1, at }
    return this.#known.isBlocked
  }
}
