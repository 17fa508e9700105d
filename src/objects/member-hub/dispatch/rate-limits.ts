import { serverLimits } from '#shared/realtime/wire.ts'
import { limitsFactor, type Env } from '#server/env.ts'
import { recordSecurity } from '#server/security-events.ts'
import { enlarge, fullBucket, giveBack, messageBucket, requestBucket, take, takeEvent, type EventTimes } from '../rules.ts'

/** The limit that was reached, as named in the log; many entries may mean an attack. */
type LimitName = 'messages' | 'client-events' | 'requests'

export type RateLimitsDeps = { ctx: Pick<DurableObjectState, 'waitUntil'>; env: Env; member: string }

const minuteMs = 60_000

/**
 * One member's rate limits at their hub, over all connections and transports. They live in memory: nothing is written per
 * message. A hub that hibernates has been idle for longer than a bucket takes to fill; one that restarts gives away one bucket.
 */
export class RateLimits {
  readonly #deps: RateLimitsDeps
  readonly #factor: number
  readonly #loggedAt = new Map<LimitName, number>()
  #messages = fullBucket
  #requests = fullBucket
  #events: EventTimes = []

  constructor(deps: RateLimitsDeps) {
    this.#deps = deps
    this.#factor = limitsFactor(deps.env)
  }

  /** Returns the ms to wait before one more message or change; 0 if it may proceed. */
  takeMessage(now: number): number {
    const { state, waitMs } = take(this.#messages, enlarge(messageBucket, this.#factor), now)
    this.#messages = state
    if (waitMs > 0) this.#log('messages', now)
    return waitMs
  }

  /** Returns a token, because the message repeats a stored one. */
  returnMessage(): void {
    this.#messages = giveBack(this.#messages, enlarge(messageBucket, this.#factor))
  }

  takeEvent(now: number): boolean {
    const { state, fits } = takeEvent(this.#events, now, serverLimits.clientEventsPerSecond * this.#factor)
    this.#events = state
    if (!fits) this.#log('client-events', now)
    return fits
  }

  /** Takes one frame, of any kind. */
  takeRequest(now: number): boolean {
    const { state, waitMs } = take(this.#requests, enlarge(requestBucket, this.#factor), now)
    this.#requests = state
    if (waitMs > 0) this.#log('requests', now)
    return waitMs === 0
  }

  /** Logs the first refusal of a kind in a minute. */
  #log(limit: LimitName, now: number): void {
    if (Math.abs(now - (this.#loggedAt.get(limit) ?? -minuteMs)) < minuteMs) return
    this.#loggedAt.set(limit, now)
    const { ctx, env, member } = this.#deps
    ctx.waitUntil(recordSecurity(env, { kind: 'limit-reached', what: limit, account: member }, now))
  }
}
