import type { Attachment, Line } from './line.ts'

const isOpenState = 1

/** A WebSocket accepted with hibernation. */
export class SocketLine implements Line {
  readonly #socket: WebSocket
  readonly #ctx: DurableObjectState
  readonly isWatched = false
  /** Of the last frame that woke the object. */
  #lastFrameAt: number

  constructor(socket: WebSocket, ctx: DurableObjectState, acceptedAt: number) {
    this.#socket = socket
    this.#ctx = ctx
    this.#lastFrameAt = acceptedAt
  }

  get isOpen(): boolean {
    return this.#socket.readyState === isOpenState
  }

  /** A `ping` is answered without waking the object, so the runtime knows of it. */
  get heardAt(): number {
    return Math.max(this.#lastFrameAt, this.#ctx.getWebSocketAutoResponseTimestamp(this.#socket)?.getTime() ?? 0)
  }

  hear(now: number): void {
    this.#lastFrameAt = now
  }

  save(attachment: Attachment): void {
    if (this.isOpen) this.#socket.serializeAttachment(attachment)
  }

  send(text: string): void {
    if (!this.isOpen) return
    try {
      this.#socket.send(text)
    } catch {
      // The peer went between the look and the call; its close event or the reaper cleans up.
    }
  }

  close(code: number, reason: string): void {
    try {
      this.#socket.close(code, reason)
    } catch {
      // Closing twice is no failure.
    }
  }

  /** A WebSocket never repeats a frame. */
  takes(): boolean {
    return true
  }
}
