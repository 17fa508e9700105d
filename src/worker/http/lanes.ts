/** Between calls that follow each other so closely a lane is worth its while; after so long without one it is closed. */
const keptMs = 2_000

type Way<Calls> = { stub: Calls; lane: (Calls & Disposable) | null; calledAt: number; underWay: number }

type LanePorts<Calls> = {
  find(name: string): Calls
  /** Opens a session with the object, which offers the same calls as its stub. */
  open(stub: Calls): Calls & Disposable
}

/**
 * Calls from one object to others of a kind, kept in the order in which they are asked for. Each call on a stub begins and
 * ends a session, which costs more than what most calls do; where calls follow each other, one session stays open and is
 * the lane of them all. It is closed within twice `keptMs` after the last of them, because an object with an open session
 * does not sleep.
 */
export class Lanes<Calls extends object> {
  readonly #ports: LanePorts<Calls>
  readonly #ways = new Map<string, Way<Calls>>()
  #timer: ReturnType<typeof setTimeout> | null = null

  constructor(ports: LanePorts<Calls>) {
    this.#ports = ports
  }

  /**
   * May call twice, so a repeat must do no harm: a lane breaks when its object ends, and whoever uses it next is the first
   * to notice, though a new call would have reached the object's next life.
   */
  async call<Result>(name: string, call: (target: Calls) => Promise<Result>): Promise<Result> {
    const way = this.#wayTo(name)
    const isOnLane = this.#followsClosely(way)
    try {
      // Nothing waits before this: calls leave in the order in which they were asked for.
      return await this.#count(way, call(isOnLane ? (way.lane ??= this.#open(way)) : way.stub))
    } catch (error) {
      this.#forget(name, way)
      if (!isOnLane || isOverloaded(error)) throw error
    }
    const next = this.#wayTo(name)
    try {
      return await this.#count(next, call(next.stub))
    } catch (error) {
      this.#forget(name, next)
      throw error
    }
  }

  #wayTo(name: string): Way<Calls> {
    const known = this.#ways.get(name)
    if (known) return known
    const way: Way<Calls> = { stub: this.#ports.find(name), lane: null, calledAt: 0, underWay: 0 }
    this.#ways.set(name, way)
    return way
  }

  #followsClosely(way: Way<Calls>): boolean {
    const now = Date.now()
    const follows = way.lane !== null || now - way.calledAt < keptMs
    way.calledAt = now
    return follows
  }

  #open({ stub }: Way<Calls>): Calls & Disposable {
    if (this.#timer === null) this.#timer = setTimeout(() => this.#closeIdle(), keptMs)
    return this.#ports.open(stub)
  }

  async #count<Result>(way: Way<Calls>, answer: Promise<Result>): Promise<Result> {
    way.underWay += 1
    try {
      return await answer
    } finally {
      way.underWay -= 1
    }
  }

  #closeIdle(): void {
    this.#timer = null
    const now = Date.now()
    for (const [name, way] of this.#ways) if (way.underWay === 0 && now - way.calledAt >= keptMs) this.#forget(name, way)
    if ([...this.#ways.values()].some(({ lane }) => lane !== null)) this.#timer = setTimeout(() => this.#closeIdle(), keptMs)
  }

  #forget(name: string, way: Way<Calls>): void {
    if (this.#ways.get(name) === way) this.#ways.delete(name)
    way.lane?.[Symbol.dispose]()
    way.lane = null
  }
}

/** The runtime's word for an object that must be left alone for a while. */
export function isOverloaded(error: unknown): boolean {
  return error instanceof Error && 'overloaded' in error && error.overloaded === true
}
