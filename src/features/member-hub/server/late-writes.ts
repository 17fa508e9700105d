import { warn } from '#worker/http/loggable.ts'

type Write = { write(): void; written?(): void }

/** How long a write may wait: what dies with it is told again. */
const waitMs = 1_000

/**
 * Writes that may wait a moment for others to go with, because what they keep can be had again: a conversation tells its
 * hubs once more whatever they have not stored (`Acknowledgement`). They go together, so that a hub never has half of them,
 * and before anything is read from their tables.
 */
export class LateWrites {
  readonly #storage: DurableObjectStorage
  readonly #writes = new Map<string, Write>()
  /** Stopped by any other flush: a timer keeps the object from sleeping. */
  #timer: number | null = null

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage
  }

  /** A later write of the same key stands for the one before. */
  put(key: string, write: Write): void {
    if (this.#writes.size === 0) this.#timer = setTimeout(() => this.#flushInTime(), waitMs)
    this.#writes.set(key, write)
  }

  /** Throws when the storage does; then all of them still wait. */
  flush(): void {
    if (this.#writes.size === 0) return
    const writes = [...this.#writes.values()]
    this.#storage.transactionSync(() => writes.forEach(({ write }) => write()))
    this.#writes.clear()
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
