import { warn } from '#server/log.ts'

type Write = { write(): void; written?(): void }

/**
 * Longest delay of a write: conversations redeliver lost ones. It must not exceed the time that conversations wait before they
 * make hubs store.
 */
const waitMs = 2_000
/** Maximum number of waiting writes: a repeated delivery should stay within a few pages. */
const mostWaiting = 300

/**
 * Delays writes for a moment and groups them in one transaction. They may be lost with the object, because conversations
 * redeliver whatever a hub has not stored (`Acknowledgement`). Owners of tables flush before they read them.
 */
export class WriteBehind {
  readonly #storage: DurableObjectStorage
  readonly #writes = new Map<string, Write>()
  #waiting = 0
  /** Cleared by any flush, because a timer keeps the object from hibernating. */
  #timer: number | null = null

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage
  }

  /** Replaces an earlier write of the same key. */
  put(key: string, write: Write): void {
    if (this.#writes.size === 0) this.#timer = setTimeout(() => this.#flushInTime(), waitMs)
    this.#writes.set(key, write)
    this.#waiting += 1
  }

  /** True if enough writes wait to flush them now. */
  get isFull(): boolean {
    return this.#waiting >= mostWaiting
  }

  /** Throws if the storage does; then all writes still wait. */
  flush(): void {
    if (this.#writes.size === 0) return
    const writes = [...this.#writes.values()]
    this.#storage.transactionSync(() => writes.forEach(({ write }) => write()))
    this.#writes.clear()
    this.#waiting = 0
    clearTimeout(this.#timer)
    for (const { written } of writes) written?.()
  }

  /** Forgets all waiting writes. */
  drop(): void {
    this.#writes.clear()
    this.#waiting = 0
    clearTimeout(this.#timer)
  }

  #flushInTime(): void {
    try {
      this.flush()
    } catch (error) {
      // The next flush will fail in the same way, and the conversation asks for one.
      warn('late writes', error)
    }
  }
}
