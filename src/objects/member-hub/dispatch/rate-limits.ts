import { serverLimits } from '#shared/realtime/wire.ts'
import { limitsFactor, type Env } from '#server/env.ts'
import { recordSecurity } from '#server/security-events.ts'
import {
  directShare,
  enlarge,
  fullBucket,
  giveBack,
  messageBucket,
  mostLent,
  requestBucket,
  spend,
  take,
  takeEvent,
  tokensIn,
  waitFor,
  type BucketSize,
  type EventTimes,
} from '../rules.ts'
import type { NextReport } from '#shared/realtime/direct/direct-socket.ts'

/** The limit that was reached, as named in the log; many entries may mean an attack. */
type LimitName = 'messages' | 'client-events' | 'requests'

export type RateLimitsDeps = {
  ctx: Pick<DurableObjectState, 'waitUntil'>
  env: Env
  member: string
  /** The number of conversations with direct sockets. */
  directCount(): number
}

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
  /** Conversation → messages lent to its direct sockets and, as far as reported, not sent yet. */
  readonly #loans = new Map<string, number>()

  constructor(deps: RateLimitsDeps) {
    this.#deps = deps
    this.#factor = limitsFactor(deps.env)
  }

  /** Returns the ms to wait before one more message or change; 0 if it may proceed. */
  takeMessage(now: number): number {
    // What is lent is in the bucket of no one else.
    const waitMs = waitFor(this.#messages, this.#messageBucket, now, 1 + this.#lentTo())
    if (waitMs > 0) this.#log('messages', now)
    else this.#messages = spend(this.#messages, this.#messageBucket, now, 1)
    return waitMs
  }

  get #messageBucket(): BucketSize {
    return enlarge(messageBucket, this.#factor)
  }

  #lentTo(except?: string): number {
    return [...this.#loans].reduce((sum, [conversation, lent]) => (conversation === except ? sum : sum + lent), 0)
  }

  /**
   * Counts what a conversation's direct sockets have sent, and lends them more; returns how many. Loans and the rest of the
   * bucket together never exceed it.
   */
  lend(conversation: string, report: NextReport, now: number): number {
    if (!report) return 0
    const { held, wanted } = report
    const whole = this.#messageBucket
    // What was lent and is not held any more counts as sent: reports may cross, and the conversation may have lost its memory.
    const used = Math.max(report.used, (this.#loans.get(conversation) ?? 0) - held)
    this.#messages = spend(this.#messages, whole, now, used)
    const others = this.#lentTo(conversation)
    const room = mostLent * this.#factor - others - held
    const free = tokensIn(this.#messages, whole, now) - others - held
    const granted = Math.max(0, Math.floor(Math.min(wanted, room, free)))
    this.#loans.set(conversation, held + granted)
    return granted
  }

  endLoan(conversation: string): void {
    this.#loans.delete(conversation)
  }

  /** Each conversation with direct sockets counts its share of the frames and events itself. */
  #perSecond(all: number, share: number): number {
    return (all - share * this.#deps.directCount()) * this.#factor
  }

  /** Returns a token, because the message repeats a stored one. */
  returnMessage(): void {
    this.#messages = giveBack(this.#messages, messageBucket, 1 / this.#factor)
  }

  takeEvent(now: number): boolean {
    const { state, fits } = takeEvent(this.#events, now, this.#perSecond(serverLimits.clientEventsPerSecond, directShare.events))
    this.#events = state
    if (!fits) this.#log('client-events', now)
    return fits
  }

  /** Takes one frame, of any kind. */
  takeRequest(now: number): boolean {
    const perSecond = this.#perSecond(serverLimits.requestsPerSecond, directShare.requests)
    const { state, waitMs } = take(this.#requests, requestBucket(perSecond), now)
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
