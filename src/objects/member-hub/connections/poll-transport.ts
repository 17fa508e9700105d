import { closeCodes } from '#shared/realtime/wire.ts'
import type { PollReply } from '#features/member-hub/contract.ts'
import type { Transport } from '#objects/platform/transport.ts'
import { PollQueue } from './poll-queue.ts'

/** A queue of frames that its client fetches call by call. It lives in memory only (docs/realtime.md says why). */
export class PollTransport implements Transport {
  readonly id: string
  readonly sid: string
  readonly queue = new PollQueue()
  readonly isWatched = true
  readonly #onClosed: () => void
  lastActiveAt: number
  #closed: { code: number; reason: string; at: number } | null = null
  /** Releases the pending call. */
  #wake: (isSuperseded: boolean) => void = () => {}

  constructor(id: string, sid: string, now: number, onClosed: () => void) {
    this.id = id
    this.sid = sid
    this.lastActiveAt = now
    this.#onClosed = onClosed
  }

  get isOpen(): boolean {
    return this.#closed === null
  }

  /** Time of the close, in ms; late calls still get its code for a while. */
  get closedAt(): number | null {
    return this.#closed?.at ?? null
  }

  touch(now: number): void {
    this.lastActiveAt = now
  }

  /** Does nothing: a restart of the object loses the transport. */
  save(): void {}

  takes(requestId: number): boolean {
    return this.queue.takes(requestId)
  }

  send(text: string): void {
    if (!this.isOpen) return
    if (this.queue.push(text)) this.#wake(false)
    else this.close(closeCodes.tooMany, 'the queue is full')
  }

  close(code: number, reason: string): void {
    if (this.#closed) return
    this.#closed = { code, reason, at: Date.now() }
    this.queue.clear()
    this.#wake(false)
    this.#onClosed()
  }

  /**
   * Waits for `event`, or else for the next frame, the end of the transport, or `ms`. Returns true if a newer call has replaced
   * this one, which then carries the frames.
   */
  async hold(ms: number, event?: Promise<unknown>): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    this.#wake = event ? (isSuperseded) => (isSuperseded || !this.isOpen) && resolve(isSuperseded) : resolve
    void event?.then(() => resolve(false))
    const timer = setTimeout(() => resolve(false), ms)
    try {
      return await promise
    } finally {
      clearTimeout(timer)
    }
  }

  /** Releases the pending call, because a newer one has arrived. */
  supersede(): void {
    this.#wake(true)
  }

  reply(): PollReply {
    const closed = this.#closed && { code: this.#closed.code, reason: this.#closed.reason }
    return { poll: this.id, frames: this.queue.next(), ...(closed ? { closed } : {}) }
  }
}
