import { isOverloaded } from '#server/objects/retry.ts'

/**
 * Stubs of objects that are called again and again, one per name. Each newly called stub counts as 32 KB until a full collection,
 * which then pauses every object of the isolate.
 * ⏎ A stub whose call failed is dropped: after a restart of its object a stub keeps failing.
 */
export class KeptStubs<Stub> {
  readonly #open: (name: string) => Stub
  readonly #stubs = new Map<string, Stub>()

  constructor(open: (name: string) => Stub) {
    this.#open = open
  }

  /** Throws what the call throws. */
  async call<Value>(name: string, call: (stub: Stub) => Promise<Value>): Promise<Value> {
    const stub = this.#stubs.get(name) ?? this.#keep(name)
    try {
      return await call(stub)
    } catch (error) {
      if (this.#stubs.get(name) === stub) this.#stubs.delete(name)
      throw error
    }
  }

  /**
   * Repeats a failed call on a kept stub once, with a new stub: its object may only have restarted. The call must be idempotent.
   * Throws what the last call throws.
   */
  async callTwice<Value>(name: string, call: (stub: Stub) => Promise<Value>): Promise<Value> {
    const isKept = this.#stubs.has(name)
    try {
      return await this.call(name, call)
    } catch (error) {
      if (!isKept || isOverloaded(error)) throw error
      return this.call(name, call)
    }
  }

  #keep(name: string): Stub {
    const stub = this.#open(name)
    this.#stubs.set(name, stub)
    return stub
  }
}
