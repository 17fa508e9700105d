import type { OutboxItem } from '#shared/realtime/realtime.tsx'
import type { ConversationChannel } from '#shared/realtime/wire.ts'
import { createListeners } from '../listeners.ts'
import type { StoredItem } from './outbox-store.ts'

/** Changes that a tab knows before the storage has them, by `cid`; null: sent or discarded. */
type Changes = ReadonlyMap<string, StoredItem | null>

/**
 * The member's waiting messages as this tab knows them: what the storage had at its last read, and this tab's changes since.
 */
export class KnownItems {
  #all: readonly StoredItem[] = []
  #stored: readonly StoredItem[] = []
  readonly #ahead = new Map<string, StoredItem | null>()
  readonly #byChannel = new Map<ConversationChannel, readonly OutboxItem[]>()
  readonly #listeners = createListeners()
  #isOver = false

  /** In the order of writing. */
  get all(): readonly StoredItem[] {
    return this.#all
  }

  get isOver(): boolean {
    return this.#isOver
  }

  readonly onChange = this.#listeners.add

  find(cid: string): StoredItem | undefined {
    return this.#all.find((item) => item.cid === cid)
  }

  /** Returns the oldest message that the server has not refused. */
  findNext(channel: ConversationChannel): StoredItem | undefined {
    return this.#all.find((item) => item.channel === channel && !item.isRefused)
  }

  /** The same list as long as nothing changes. */
  in(channel: ConversationChannel): readonly OutboxItem[] {
    const known = this.#byChannel.get(channel) ?? this.#all.filter((item) => item.channel === channel)
    this.#byChannel.set(channel, known)
    return known
  }

  /** The storage was read. */
  read(stored: readonly StoredItem[]): void {
    this.#stored = stored
    this.#publish()
  }

  /** Changes an item ahead of the storage. */
  change(cid: string, item: StoredItem | null): void {
    this.#ahead.set(cid, item)
    this.#publish()
  }

  /** The storage, as it was read last, has this change. */
  confirm(cid: string, item: StoredItem | null): void {
    if (this.#ahead.get(cid) === item) this.#ahead.delete(cid)
    this.#publish()
  }

  /** The connection has closed for good: every message counts as failed from now on. */
  giveUp(): void {
    this.#isOver = true
    this.#publish()
  }

  #publish(): void {
    const next = mergeItems(this.#stored, this.#ahead, this.#all, this.#isOver)
    if (next.length === this.#all.length && next.every((item, index) => item === this.#all[index])) return
    this.#all = next
    this.#byChannel.clear()
    this.#listeners.call()
  }
}

/** An item that looks as before is the same object, so that nothing renders again. */
export function mergeItems(
  stored: readonly StoredItem[],
  ahead: Changes,
  before: readonly StoredItem[],
  isOver: boolean,
): StoredItem[] {
  const known = new Map(before.map((item) => [item.cid, item]))
  const merged = new Map<string, StoredItem | null>([...stored.map((item) => [item.cid, item] as const), ...ahead])
  return [...merged.values()]
    .filter((item) => item !== null)
    .map((item) => {
      const shown = isOver && item.status !== 'failed' ? { ...item, status: 'failed' as const } : item
      const last = known.get(item.cid)
      return last && looksEqual(last, shown) ? last : shown
    })
}

function looksEqual(one: StoredItem, other: StoredItem): boolean {
  return one.status === other.status && one.isRefused === other.isRefused && one.uploaded?.id === other.uploaded?.id
}
