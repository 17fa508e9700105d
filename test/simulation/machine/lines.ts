import { SocketLine, type LineDeps, type ServerSocket, type SocketOwner } from './socket.ts'

export type LinesDeps = Omit<LineDeps, 'step'> & {
  /** Runs a step of an object, unless it has crashed. */
  step(key: string, run: (object: SocketOwner) => unknown): void
}

/** WebSockets whose devices have not got their end yet. What objects answer is copied, so each has a number. */
export class Lines {
  readonly #deps: LinesDeps
  readonly #waiting = new Map<number, SocketLine>()
  #count = 0

  constructor(deps: LinesDeps) {
    this.#deps = deps
  }

  /** The two ends of a new WebSocket: its object keeps one, and answers with the number of the other. */
  open(key: string): { 0: number; 1: ServerSocket } {
    const { step, ...deps } = this.#deps
    const line = new SocketLine({ ...deps, step: (run) => step(key, run) })
    this.#count += 1
    this.#waiting.set(this.#count, line)
    return { 0: this.#count, 1: line.server }
  }

  /** The device's end. */
  take(number: number): SocketLine | null {
    const line = this.#waiting.get(number) ?? null
    this.#waiting.delete(number)
    line?.opened()
    return line
  }
}
