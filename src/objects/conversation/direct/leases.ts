import type { LeaseReport, Leased } from '#shared/realtime/direct/direct-socket.ts'

/** `used`: sent since the last report; negative when more came back. */
type Lease = { held: number; used: number; asking: Promise<Leased> | null }

/**
 * Messages that members may send over direct sockets. Their hubs lend them, out of one limit for all of a member's connections, so
 * that a message need not ask the hub first.
 */
export class Leases {
  readonly #leases = new Map<string, Lease>()
  readonly #most: number
  readonly #ask: (member: string, report: LeaseReport) => Promise<Leased>

  constructor(most: number, ask: (member: string, report: LeaseReport) => Promise<Leased>) {
    this.#most = most
    this.#ask = ask
  }

  #of(member: string): Lease {
    const known = this.#leases.get(member)
    if (known) return known
    const lease = { held: 0, used: 0, asking: null }
    this.#leases.set(member, lease)
    return lease
  }

  /** The object has slept: before, the hub has answered a report and lent everything that was wanted. */
  restore(member: string): void {
    this.#leases.set(member, { held: this.#most, used: 0, asking: null })
  }

  /** Counts one message; returns the ms to wait for it, 0 if it may be sent. */
  async take(member: string): Promise<number> {
    for (;;) {
      const lease = this.#of(member)
      if (lease.held > 0) {
        lease.held -= 1
        lease.used += 1
        return 0
      }
      const isFirst = lease.asking === null
      lease.asking ??= this.#borrow(member, lease).finally(() => (lease.asking = null))
      const { granted, isPaid, waitMs } = await lease.asking
      if (granted > 0) continue
      // What the hub has counted is for the one who asked.
      if (isPaid && isFirst) return 0
      if (waitMs > 0) return waitMs
    }
  }

  async #borrow(member: string, lease: Lease): Promise<Leased> {
    const { used } = lease
    const leased = await this.#ask(member, this.report(member))
    lease.used -= used
    lease.held += leased.granted
    return leased
  }

  /** The message repeats a stored one. */
  giveBack(member: string): void {
    const lease = this.#of(member)
    lease.held += 1
    lease.used -= 1
  }

  report(member: string): LeaseReport {
    const { held, used } = this.#of(member)
    return { held, used, wanted: Math.max(0, this.#most - held) }
  }

  /** The hub has answered a report. */
  confirm(member: string, { used }: LeaseReport, granted: number): void {
    const lease = this.#of(member)
    lease.used -= used
    lease.held += granted
  }

  forget(member: string): void {
    this.#leases.delete(member)
  }
}
