import { realtimeActions } from '#features/member-hub/contract.ts'
import { decryptFrame, encryptRequest } from '#shared/realtime/ciphered-frames.ts'
import { createTextCipher, type TextCipher, type TextCipherConfig } from '#shared/realtime/text-cipher.ts'
import { closeCodes, limits, ping, timings, type PollAnswer, type PollCall } from '#shared/realtime/wire.ts'
import { watchForSocket } from './socket-watch.ts'

type PollingOptions = {
  config: TextCipherConfig
  /** The URL of a WebSocket, on the host of `wssURL`. */
  url: string
  /** A WebSocket has worked before: it is tried as soon as polling is open, without the usual wait. */
  triesSocketAtOnce: boolean
  /** A WebSocket is open: this connection closes with `switched` right afterwards. */
  onSocket(socket: WebSocket): void
}

/** Opens a connection over polling that is replaced by a WebSocket as soon as one opens. */
export function openPolling({ config, url, triesSocketAtOnce, onSocket }: PollingOptions): PollingSocket {
  const address = pollAddress(url)
  const polling = new PollingSocket(createTextCipher(config), (init) => fetch(address, init))
  const watch = watchForSocket(url, (socket) => {
    onSocket(socket)
    polling.end(closeCodes.switched, 'a WebSocket is open')
  })
  polling.addEventListener('open', () => watch.start(triesSocketAtOnce))
  polling.addEventListener('close', watch.stop)
  return polling
}

/** Returns the URL of the calls: on the host of `wssURL` (spec §3), like a WebSocket's. */
function pollAddress(url: string): string {
  return new URL(realtimeActions.poll.path, url.replace(/^ws/, 'http')).href
}

/** Makes one call. */
type Post = (init: RequestInit) => Promise<Response>

const states = { connecting: 0, open: 1, closed: 3 } as const

/** A call that takes longer will get no answer any more. */
const callTimeoutMs = timings.pollHoldMs + timings.connectTimeoutMs
/** Calls may be repeated; after this many failures in a row the connection is dead. */
const triesPerCall = 3
/** The queue closes this long after a switch: by then the WebSocket has joined, so the member's presence never lapsed. */
const leaveAfterSwitchMs = 1_000
/** Leaves room for the surrounding frame and for the growth by encryption. */
const batchCharacters = limits.pollCallBytes / 4

/** A refusal or silence of the server that a retry would not change. */
class PollError extends Error {
  readonly code: number

  constructor(code: number) {
    super(`Polling has ended: ${code}`)
    this.code = code
  }
}

/**
 * A WebSocket's interface over POST /realtime/poll (docs/realtime.md, 'Polling'). One call is always held open for the server's
 * frames. Outgoing frames use calls of their own, one at a time, so that they arrive in order.
 */
export class PollingSocket extends EventTarget {
  binaryType: BinaryType = 'blob'
  readyState: number = states.connecting
  readonly #cipher: TextCipher
  readonly #post: Post
  readonly #calls = new Set<AbortController>()
  #poll: string | undefined
  #ack = 0
  #unsent: string[] = []
  #sending: Promise<void> | null = null
  #taking: Promise<void> = Promise.resolve()

  constructor(cipher: TextCipher, post: Post) {
    super()
    this.#cipher = cipher
    this.#post = post
    void this.#run(() => this.#open())
  }

  send(text: string): void {
    if (this.readyState !== states.open) return
    this.#unsent.push(text)
    this.#sending ??= this.#run(() => this.#flush())
  }

  /**
   * Its event comes later, as with a WebSocket. A connection that was never open closes as lost, because the caller's 1000 came
   * from no server.
   */
  close(code = 1000, reason = ''): void {
    if (this.readyState === states.closed) return
    const isLost = this.readyState === states.connecting
    this.#leave(code)
    this.#stop()
    queueMicrotask(() => this.dispatchEvent(new CloseEvent('close', { code: isLost ? lostConnection : code, reason })))
  }

  /** Ends the connection from this side. */
  end(code: number, reason: string): void {
    if (this.readyState === states.closed) return
    this.#leave(code)
    this.#closed(code, reason)
  }

  /** Notifies the server, so that the others see the member leave at once. */
  #leave(code: number): void {
    const poll = this.#poll
    // This call needs no answer: the server notices the silence, too.
    const leave = () => void this.#post(requestOf({ poll, ack: this.#ack, close: true }, true)).catch(() => {})
    if (code === closeCodes.switched) setTimeout(leave, leaveAfterSwitchMs)
    else if (poll !== undefined) leave()
  }

  async #open(): Promise<void> {
    const answer = await this.#fetch({ ack: 0 })
    if (this.readyState === states.closed) return
    this.#poll = answer.poll
    if (!answer.closed) {
      this.readyState = states.open
      this.dispatchEvent(new Event('open'))
    }
    await this.#take(answer)
    while (this.readyState === states.open) {
      // A held call would block one that waits for its answers.
      if (this.#sending) await this.#sending
      else await this.#take(await this.#call([]))
    }
  }

  async #flush(): Promise<void> {
    await Promise.resolve() // Frames sent in the same tick travel in one call.
    while (this.#unsent.length > 0 && this.readyState === states.open) {
      const frames = await Promise.all(this.#nextBatch().map((text) => this.#toFrame(text)))
      await this.#take(await this.#call(frames))
    }
    this.#sending = null
  }

  #nextBatch(): string[] {
    let characters = 0
    const end = this.#unsent.findIndex((text, index) => (characters += text.length) > batchCharacters && index > 0)
    return this.#unsent.splice(0, end === -1 ? this.#unsent.length : end)
  }

  async #toFrame(text: string): Promise<unknown> {
    if (text === ping) return ping
    const frame: unknown = JSON.parse(text)
    await encryptRequest(frame, this.#cipher)
    return frame
  }

  /** Retries a call that failed in transit: the server recognises frames by `ack` and requests by `id`. */
  async #call(frames: unknown[]): Promise<PollAnswer<unknown>> {
    for (let tries = 1; ; tries++) {
      try {
        return await this.#fetch({ ...(this.#poll === undefined ? {} : { poll: this.#poll }), ack: this.#ack, frames })
      } catch (error) {
        if (error instanceof PollError || tries === triesPerCall || this.readyState === states.closed) throw error
        await new Promise((resolve) => setTimeout(resolve, timings.minBackoffMs))
        if (this.readyState === states.closed) throw error
      }
    }
  }

  async #fetch(call: PollCall): Promise<PollAnswer<unknown>> {
    const abort = new AbortController()
    this.#calls.add(abort)
    const timer = setTimeout(() => abort.abort(), callTimeoutMs)
    try {
      const response = await this.#post({ ...requestOf(call), signal: abort.signal })
      if (response.status === 429) throw new PollError(closeCodes.tooMany)
      if (response.status >= 400 && response.status < 500) throw new PollError(lostConnection)
      if (!response.ok) throw new Error(`Poll failed: ${response.status}`)
      return (await response.json()) as PollAnswer<unknown>
    } finally {
      clearTimeout(timer)
      this.#calls.delete(abort)
    }
  }

  /** Answers may overlap in time: their frames are taken in order, each once. */
  #take(answer: PollAnswer<unknown>): Promise<void> {
    this.#taking = this.#taking.then(() => this.#accept(answer))
    return this.#taking
  }

  async #accept({ frames, closed }: PollAnswer<unknown>): Promise<void> {
    for (const { n, frame } of frames) {
      if (n <= this.#ack || this.readyState !== states.open) continue
      const isReadable = await decryptFrame(frame, this.#cipher)
      // A missing number or an unreadable text: the connection is broken, and a new one starts from the cursors.
      if (!isReadable || n !== this.#ack + 1) throw new PollError(lostConnection)
      this.#ack = n
      this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(frame) }))
    }
    if (closed) this.#closed(closed.code, closed.reason)
  }

  /** Any failure ends the connection, once. */
  async #run(task: () => Promise<void>): Promise<void> {
    try {
      await task()
    } catch (error) {
      if (this.readyState === states.closed) return
      if (error instanceof PollError && error.code !== lostConnection) return this.#closed(error.code, 'refused')
      this.readyState = states.closed
      this.dispatchEvent(new Event('error'))
      this.#closed(lostConnection, '')
    }
  }

  #stop(): void {
    this.readyState = states.closed
    for (const call of this.#calls) call.abort()
  }

  #closed(code: number, reason: string): void {
    this.#stop()
    this.dispatchEvent(new CloseEvent('close', { code, reason }))
  }
}

/** The browser's close code for a connection lost without a close frame. */
const lostConnection = 1006

function requestOf(call: PollCall, keepalive = false): RequestInit {
  return { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(call), keepalive }
}
