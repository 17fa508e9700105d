import type { Env } from '#server/env.ts'
import { recordSecurity } from '#server/security-events.ts'

/** The limit that was reached, as named in the log; many entries may mean an attack. */
export type LimitName = 'messages' | 'client-events' | 'requests'

const minuteMs = 60_000

/** Reports to the operators that members reach their limits. */
export class LimitLog {
  readonly #ctx: Pick<DurableObjectState, 'waitUntil'>
  readonly #env: Env
  readonly #loggedAt = new Map<string, number>()

  constructor(ctx: Pick<DurableObjectState, 'waitUntil'>, env: Env) {
    this.#ctx = ctx
    this.#env = env
  }

  /** Logs the first refusal of a kind in a minute. */
  reached(limit: LimitName, member: string, now: number): void {
    const key = `${limit} ${member}`
    if (Math.abs(now - (this.#loggedAt.get(key) ?? -minuteMs)) < minuteMs) return
    this.#loggedAt.set(key, now)
    this.#ctx.waitUntil(recordSecurity(this.#env, { kind: 'limit-reached', what: limit, account: member }, now))
  }
}
