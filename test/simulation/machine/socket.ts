import type { Clock } from './clock.ts'

/** What a device receives of its socket. */
export type Listener = { frame(text: string): void; closed(): void }
/** Runs a step of the object that the server's end belongs to. */
export type Step = (run: (object: SocketOwner) => unknown) => void
export type SocketOwner = {
  webSocketMessage(socket: ServerSocket, frame: string): unknown
  webSocketClose(socket: ServerSocket, code: number): unknown
}

const open = 1
const closed = 3
const pingEveryMs = 10_000

/** The server's end of a WebSocket, as an object uses it. */
export class ServerSocket {
  readyState = open
  readonly #line: SocketLine
  #attachment = 'null'

  constructor(line: SocketLine) {
    this.#line = line
  }

  send(text: string): void {
    this.#line.toDevice(() => this.#line.listener.frame(text))
  }

  close(): void {
    if (this.readyState === closed) return
    this.readyState = closed
    this.#line.toDevice(() => this.#line.end())
  }

  serializeAttachment(value: unknown): void {
    this.#attachment = JSON.stringify(value)
  }

  deserializeAttachment(): unknown {
    return JSON.parse(this.#attachment)
  }

  /** When the runtime answered the device's last `ping`. */
  get lastPingAt(): number | null {
    return this.#line.lastPingAt
  }

  /** The object is gone, and the connection with it. */
  breakOff(): void {
    this.readyState = closed
    this.#line.breakOff()
  }
}

export type LineDeps = {
  clock: Clock
  latency(): number
  /** Sends when the step that runs now is over and its writes last. */
  afterStep(send: () => void): void
  step: Step
}

/** One WebSocket: frames arrive in the order in which they were sent, each way. */
export class SocketLine {
  readonly server = new ServerSocket(this)
  listener: Listener = { frame() {}, closed() {} }
  readonly #deps: LineDeps
  readonly #openedAt: number
  #arrivesAt = { device: 0, server: 0 }
  #isOver = false
  /** The device has vanished without a word since then; before it knows of the socket, since the beginning. */
  #silentAt: number | null

  constructor(deps: LineDeps) {
    this.#deps = deps
    this.#openedAt = deps.clock.now
    this.#silentAt = deps.clock.now
  }

  /** The device has its end. It never does if the answer to its request got lost. */
  opened(): void {
    this.#silentAt = null
  }

  get lastPingAt(): number | null {
    const silentFor = (this.#silentAt ?? this.#deps.clock.now) - this.#openedAt
    const pings = Math.floor(silentFor / pingEveryMs)
    return pings === 0 ? null : this.#openedAt + pings * pingEveryMs
  }

  toDevice(receive: () => void): void {
    this.#deps.afterStep(() => this.#travel('device', () => !this.#isOver && this.#silentAt === null && receive()))
  }

  /** The device sends a frame. */
  send(text: string): void {
    if (this.#isOver) return
    this.#travel('server', () => {
      const { server } = this
      if (server.readyState === open) this.#deps.step((object) => object.webSocketMessage(server, text))
    })
  }

  /** The device closes it. */
  close(): void {
    this.#isOver = true
    this.#travel('server', () => {
      const { server } = this
      if (server.readyState !== open) return
      this.#deps.step((object) => {
        server.readyState = 2
        return object.webSocketClose(server, 1005)
      })
    })
  }

  /** The device is gone, and nothing says so. */
  vanish(): void {
    this.#silentAt = this.#deps.clock.now
  }

  /** The server's end has closed it. */
  end(): void {
    if (this.#isOver) return
    this.#isOver = true
    this.listener.closed()
  }

  breakOff(): void {
    this.#travel('device', () => this.end())
  }

  #travel(to: 'device' | 'server', arrive: () => void): void {
    const { clock, latency } = this.#deps
    const at = Math.max(this.#arrivesAt[to], clock.now + latency())
    this.#arrivesAt[to] = at
    clock.at(at, arrive)
  }
}
