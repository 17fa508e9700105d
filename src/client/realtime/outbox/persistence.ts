import type { KnownItems } from './known-items.ts'
import type { OutboxStore, StoredItem } from './outbox-store.ts'

type PersistenceDeps = {
  store: OutboxStore
  items: KnownItems
  /** Called when a message is stored, so that the end of the session clears the storage. */
  noteKept: () => void
  /** The storage has changed: the member's other tabs read it again. */
  onChanged: () => void
}

/** A browser whose storage hangs must not delay a message. */
const storeMs = 2_000

/**
 * Changes the waiting messages: each change shows at once, and is stored. Where the browser cannot store it, it stays in this
 * tab's memory, which is as good as long as the tab lives.
 */
export function createPersistence({ store, items, noteKept, onChanged }: PersistenceDeps) {
  const inStore = createTimeLimit(storeMs)
  /** Items that the storage has not accepted yet, and may never accept. */
  const unkept = new Set<string>()
  let reading: Promise<boolean> = Promise.resolve(true)

  /**
   * Reads the shared storage. One read at a time: once this resolves, everything written before it is known; false if the storage
   * did not answer.
   */
  function refresh(): Promise<boolean> {
    reading = reading.then(async () => {
      const stored = await inStore(() => store.list()).catch(() => null) // Without storage everything is in memory.
      if (stored) items.read(stored)
      return stored !== null
    })
    return reading
  }

  async function change(cid: string, item: StoredItem | null, keep: () => Promise<void>): Promise<void> {
    items.change(cid, item)
    try {
      await inStore(keep)
    } catch {
      return // It stays in memory.
    }
    if (!(await refresh())) return
    items.confirm(cid, item)
    onChanged()
  }

  /** Rejects if the browser cannot store the item, or cannot record for the session's end that it does. */
  async function keepNew(item: StoredItem): Promise<void> {
    noteKept()
    await store.add(item)
    unkept.delete(item.cid)
  }

  return {
    refresh,

    /** Resolves when the item is stored, or cannot be. */
    add(item: StoredItem): Promise<void> {
      unkept.add(item.cid)
      return change(item.cid, item, () => keepNew(item))
    },

    /**
     * Changes an item that still waits; it may have been discarded in the meantime. An item that is not stored yet is stored again.
     */
    async mark(cid: string, patch: Partial<StoredItem>): Promise<void> {
      const item = items.find(cid)
      if (!item) return
      const next = { ...item, ...patch }
      await change(cid, next, async () => {
        if (unkept.has(cid)) await keepNew(next)
        await store.change(next)
      })
    },

    remove(cid: string): Promise<void> {
      unkept.delete(cid)
      return change(cid, null, () => store.remove(cid))
    },
  }
}

export type Persistence = ReturnType<typeof createPersistence>

/** Rejects what takes longer than `ms`; after one call without an answer it makes no other. */
export function createTimeLimit(ms: number) {
  const fail = () => Promise.reject(new Error('The storage does not answer'))
  let isDead = false

  return async function inTime<Result>(work: () => Promise<Result>): Promise<Result> {
    if (isDead) return fail()
    let timer: ReturnType<typeof setTimeout> | undefined
    const timeout = new Promise<void>((resolve) => (timer = setTimeout(resolve, ms))).then(() => {
      isDead = true
      return fail()
    })
    try {
      return await Promise.race([work(), timeout])
    } finally {
      clearTimeout(timer)
    }
  }
}
