import { warn } from '#server/log.ts'

type Write = { write(): void; written?(): void }

/** How long a write may wait: what dies with it is told again. Not longer than a conversation waits before it has hubs store. */
const waitMs = 2_000
/** And how many: what is told again should stay a few pages. */
const mostWaiting = 300

/**
 * Writes that may wait a moment for others to go with, because what they keep can be had again: a conversation tells its
 * hubs once more whatever they have not stored (`Acknowledgement`). They go together, so that a hub never has half of them,
 * and before anything is read from their tables.
 */
export class WriteBehind {
  readonly #storage: DurableObjectStorage
  readonly #writes = new Map<string, Write>()
  #waiting = 0
  /** Stopped by any other flush: a timer keeps the object from sleeping. */
  #timer: number | null = null

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage
  }

  /** A later write of the same key stands for the one before. */
  put(key: string, write: Write): void {
    if (this.#writes.size === 0) this.#timer = setTimeout(() => this.#flushInTime(), waitMs)
    this.#writes.set(key, write)
    this.#waiting += 1
  }

  /** So much waits that it is better written with what has just come. */
  get isFull(): boolean {
    return this.#waiting >= mostWaiting
  }

  /** Throws when the storage does; then all of them still wait. */
  flush(): void {
    if (this.#writes.size === 0) return
    const writes = [...this.#writes.values()]
    this.#storage.transactionSync(() => writes.forEach(({ write }) => write()))
    this.#writes.clear()
    this.#waiting = 0
    clearTimeout(this.#timer)
    for (const { written } of writes) written?.()
  }

  #flushInTime(): void {
    try {
      this.flush()
    } catch (error) {
      // Whoever asks for them next meets it again, and the conversation does ask.
      warn('late writes', error)
    }
  }
}
