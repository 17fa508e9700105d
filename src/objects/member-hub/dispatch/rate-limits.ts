import { serverLimits } from '#shared/realtime/wire.ts'
import { limitsFactor, type Env } from '#server/env.ts'
import {
  directShare,
  enlarge,
  fullBucket,
  giveBack,
  lentAtOnce,
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
import { LimitLog } from './limit-log.ts'

export type RateLimitsDeps = {
  ctx: Pick<DurableObjectState, 'waitUntil'>
  env: Env
  member: string
  /** Conversations with direct sockets. */
  directConversations(): readonly string[]
}

/**
 * One member's rate limits at their hub, over all connections and transports. They live in memory: nothing is written per
 * message. A hub that hibernates has been idle for longer than a bucket takes to fill; one that restarts gives away one bucket.
 */
export class RateLimits {
  readonly #deps: RateLimitsDeps
  readonly #factor: number
  readonly #log: LimitLog
  #messages = fullBucket
  #requests = fullBucket
  #events: EventTimes = []
  /** Conversation → messages lent to its direct sockets and, as far as reported, not sent yet. */
  readonly #loans = new Map<string, number>()

  constructor(deps: RateLimitsDeps) {
    this.#deps = deps
    this.#factor = limitsFactor(deps.env)
    this.#log = new LimitLog(deps.ctx, deps.env)
    this.#assumeLoans()
  }

  /** The hub has restarted, and its conversations may still send what it had lent. */
  #assumeLoans(): void {
    for (const conversation of this.#deps.directConversations()) {
      const lent = Math.min(lentAtOnce * this.#factor, mostLent * this.#factor - this.#lentTo())
      this.#loans.set(conversation, lent)
    }
  }

  /** Returns the ms to wait before one more message or change; 0 if it may proceed. */
  takeMessage(now: number): number {
    // What is lent is in the bucket of no one else.
    const waitMs = waitFor(this.#messages, this.#messageBucket, now, 1 + this.#lentTo())
    if (waitMs > 0) this.#log.reached('messages', this.#deps.member, now)
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
    return (all - share * this.#deps.directConversations().length) * this.#factor
  }

  /** Returns a token, because the message repeats a stored one. */
  returnMessage(): void {
    this.#messages = giveBack(this.#messages, messageBucket, 1 / this.#factor)
  }

  takeEvent(now: number): boolean {
    const { state, fits } = takeEvent(this.#events, now, this.#perSecond(serverLimits.clientEventsPerSecond, directShare.events))
    this.#events = state
    if (!fits) this.#log.reached('client-events', this.#deps.member, now)
    return fits
  }

  /** Takes one frame, of any kind. */
  takeRequest(now: number): boolean {
    const perSecond = this.#perSecond(serverLimits.requestsPerSecond, directShare.requests)
    const { state, waitMs } = take(this.#requests, requestBucket(perSecond), now)
    this.#requests = state
    if (waitMs > 0) this.#log.reached('requests', this.#deps.member, now)
    return waitMs === 0
  }
}
