import { limits } from '#shared/realtime/wire.ts'
import type { Attachment, Transport } from './transport.ts'

const isOpenState = 1

/** A WebSocket accepted with hibernation. */
export class WebSocketTransport implements Transport {
  readonly #socket: WebSocket
  readonly #ctx: DurableObjectState
  readonly isWatched = false
  /** Time of the last frame that woke the object, in ms. */
  #lastFrameAt: number

  readonly #isPacked: boolean
  /** Frames of this turn, sent as one. */
  #turn: string[] = []

  constructor(socket: WebSocket, ctx: DurableObjectState, { acceptedAt, isPacked = false }: Attachment) {
    this.#socket = socket
    this.#ctx = ctx
    this.#lastFrameAt = acceptedAt
    this.#isPacked = isPacked
  }

  get isOpen(): boolean {
    return this.#socket.readyState === isOpenState
  }

  /** The runtime answers `ping` without waking the object, so the time comes from there. */
  get lastActiveAt(): number {
    return Math.max(this.#lastFrameAt, this.#ctx.getWebSocketAutoResponseTimestamp(this.#socket)?.getTime() ?? 0)
  }

  touch(now: number): void {
    this.#lastFrameAt = now
  }

  save(attachment: Attachment): void {
    if (this.isOpen) this.#socket.serializeAttachment(attachment)
  }

  /** Batches the frames of one delivery or one answer, because each frame costs the runtime a separate write. */
  send(text: string): void {
    if (!this.#isPacked) return this.#write(text)
    if (this.#turn.length === 0) queueMicrotask(() => this.#endTurn())
    this.#turn.push(text)
  }

  #endTurn(): void {
    let pack: string[] = []
    let characters = 0
    for (const text of this.#turn.splice(0)) {
      characters += text.length + 1
      if (pack.length > 0 && characters > limits.frameBytes) {
        this.#write(packed(pack))
        pack = []
        characters = text.length + 1
      }
      pack.push(text)
    }
    if (pack.length > 0) this.#write(packed(pack))
  }

  #write(text: string): void {
    if (!this.isOpen) return
    try {
      this.#socket.send(text)
    } catch {
      // The peer left between the check and the call; its close event or the reaper cleans up.
    }
  }

  close(code: number, reason: string): void {
    this.#endTurn()
    try {
      this.#socket.close(code, reason)
    } catch {
      // Closing twice is not a failure.
    }
  }

  /** A WebSocket never repeats a frame. */
  takes(): boolean {
    return true
  }
}

function packed(texts: readonly string[]): string {
  return texts.length === 1 ? (texts[0] ?? '') : `[${texts.join()}]`
}
