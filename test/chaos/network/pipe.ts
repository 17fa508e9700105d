import type { Socket } from 'node:net'

export type Weather = { isBlack: boolean; delayMs: number; bytesPerSecond: number }

type Waiting = { data: Buffer | null; dueAt: number }

/** A sender is held back when so much waits. */
const fullBytes = 64 * 1024
/** Throttled data goes on in pieces of this size. */
const pieceBytes = 1024

/** One direction of one connection: everything arrives in order, later or never. */
export class Pipe {
  readonly #from: Socket
  readonly #to: Socket
  readonly #weather: Weather
  #waiting: Waiting[] = []
  #waitingBytes = 0
  #lastDueAt = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  /** Bytes or an end are gone: whatever came after them would be nonsense to the receiver. */
  hasLost = false

  constructor(from: Socket, to: Socket, weather: Weather) {
    this.#from = from
    this.#to = to
    this.#weather = weather
    from.on('data', (data: Buffer) => this.#take(data))
    from.on('end', () => this.#take(null))
  }

  get isBlack(): boolean {
    return this.hasLost || this.#weather.isBlack
  }

  /** `null` is the end of the stream. */
  #take(data: Buffer | null): void {
    if (this.isBlack) {
      this.hasLost = true
      return
    }
    const { delayMs, bytesPerSecond } = this.#weather
    if (this.#waiting.length === 0 && delayMs === 0 && bytesPerSecond === Infinity) return this.#pass(data)
    let dueAt = Math.max(this.#lastDueAt, performance.now() + delayMs)
    for (const piece of piecesOf(data)) {
      dueAt += ((piece?.length ?? 0) * 1000) / bytesPerSecond
      this.#waiting.push({ data: piece, dueAt })
      this.#waitingBytes += piece?.length ?? 0
    }
    this.#lastDueAt = dueAt
    if (this.#waitingBytes > fullBytes) this.#from.pause()
    this.#plan()
  }

  #pass(data: Buffer | null): void {
    if (this.#to.destroyed) return
    if (data) this.#to.write(data)
    else this.#to.end()
  }

  #plan(): void {
    const [first] = this.#waiting
    if (first) this.#timer ??= setTimeout(() => this.#passDue(performance.now()), Math.max(0, first.dueAt - performance.now()))
  }

  #passDue(now: number): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    while (this.#waiting[0] && this.#waiting[0].dueAt <= now + 1) {
      const [{ data }] = this.#waiting.splice(0, 1) as [Waiting]
      this.#waitingBytes -= data?.length ?? 0
      this.#pass(data)
    }
    if (this.#waitingBytes <= fullBytes) this.#from.resume()
    this.#plan()
  }

  /** Everything that waits arrives now. */
  flush(): void {
    this.#lastDueAt = 0
    this.#passDue(Infinity)
  }

  stop(): void {
    clearTimeout(this.#timer)
    this.#waiting = []
  }
}

function piecesOf(data: Buffer | null): (Buffer | null)[] {
  if (data === null) return [null]
  return Array.from({ length: Math.ceil(data.length / pieceBytes) }, (_, n) =>
    data.subarray(n * pieceBytes, (n + 1) * pieceBytes),
  )
}
