import { withTimeout } from '#server/objects/with-timeout.ts'
import type { LeaseReport, Leased, NextReport } from '#shared/realtime/direct/direct-socket.ts'

type Turn = PromiseWithResolvers<number>

/**
 * `used`: sent since the last report; negative when more came back. `reported`: one that the hub has not answered yet. `waiting`:
 * messages in the order of their arrival.
 */
type Lease = { held: number; used: number; reported: PromiseWithResolvers<void> | null; waiting: Turn[] }

const unused = (held: number): Lease => ({ held, used: 0, reported: null, waiting: [] })

/**
 * Messages that members may send over direct sockets. Their hubs lend them, out of one limit for all of a member's connections, so
 * that a message need not ask the hub first.
 */
export class Leases {
  readonly #leases = new Map<string, Lease>()
  readonly #most: number
  readonly #answerMs: number
  readonly #ask: (member: string, report: LeaseReport) => Promise<Leased>

  /** `answerMs`: how long a message waits for the hub. */
  constructor(most: number, answerMs: number, ask: (member: string, report: LeaseReport) => Promise<Leased>) {
    this.#most = most
    this.#answerMs = answerMs
    this.#ask = ask
  }

  #of(member: string): Lease {
    const known = this.#leases.get(member)
    if (known) return known
    const lease = unused(0)
    this.#leases.set(member, lease)
    return lease
  }

  /** The object has slept: before, the hub has answered a report and lent everything that was wanted. */
  restore(member: string): void {
    this.#leases.set(member, unused(this.#most))
  }

  /** Counts one message; returns the ms to wait for it, 0 if it may be sent. None passes one that came before. */
  async take(member: string): Promise<number> {
    const lease = this.#of(member)
    if (lease.waiting.length === 0 && spendOne(lease)) return 0
    const turn = Promise.withResolvers<number>()
    lease.waiting.push(turn)
    if (lease.waiting.length === 1) void this.#serve(member, lease)
    return turn.promise
  }

  /** Never rejects: those who wait get the error. */
  async #serve(member: string, lease: Lease): Promise<void> {
    try {
      for (let hasWaited = false; lease.waiting.length > 0;) {
        if (spendOne(lease)) lease.waiting.shift()?.resolve(0)
        else if (lease.reported && !hasWaited) {
          // The answer to another report may bring more. Waited for once: others may follow it without end.
          hasWaited = true
          await withTimeout(this.#answerMs, lease.reported.promise)
        } else {
          const { granted, isPaid, waitMs } = await this.#borrow(member, lease)
          // The hub has counted the one that is first.
          if (isPaid) lease.waiting.shift()?.resolve(0)
          else if (granted === 0) for (const { resolve } of lease.waiting.splice(0)) resolve(waitMs)
        }
      }
    } catch (error) {
      for (const { reject } of lease.waiting.splice(0)) reject(error)
    }
  }

  async #borrow(member: string, lease: Lease): Promise<Leased> {
    const report = this.report(member) ?? this.#describe(lease)
    let granted: number | null = null
    try {
      const leased = await withTimeout(this.#answerMs, this.#ask(member, report))
      granted = leased.granted
      return leased
    } finally {
      this.settle(member, report, granted)
    }
  }

  /** The message repeats a stored one. */
  giveBack(member: string): void {
    const lease = this.#of(member)
    lease.held += 1
    lease.used -= 1
  }

  #describe({ held, used }: Lease): LeaseReport {
    return { held, used, wanted: Math.max(0, this.#most - held) }
  }

  /** Returns what to report to the member's hub; `settle` has to follow. */
  report(member: string): NextReport {
    const lease = this.#of(member)
    if (lease.reported) return null
    lease.reported = Promise.withResolvers()
    return this.#describe(lease)
  }

  /** The hub has answered a report, or its answer does not come (null): what was used then goes into the next one. */
  settle(member: string, report: NextReport, granted: number | null): void {
    if (!report) return
    const lease = this.#of(member)
    if (granted !== null) {
      lease.used -= report.used
      lease.held += granted
    }
    lease.reported?.resolve()
    lease.reported = null
  }

  /** The member's last socket has closed, and the hub has taken back what was left. What was used meanwhile is still to be reported. */
  forget(member: string): void {
    const lease = this.#of(member)
    lease.held = 0
    if (lease.used === 0 && !lease.reported && lease.waiting.length === 0) this.#leases.delete(member)
  }
}

/** False if nothing is lent. */
function spendOne(lease: Lease): boolean {
  if (lease.held <= 0) return false
  lease.held -= 1
  lease.used += 1
  return true
}
