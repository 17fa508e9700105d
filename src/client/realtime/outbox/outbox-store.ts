import { storageKeys } from '#shared/browser/storage-keys.ts'
import type { OutboxItem } from '#shared/realtime/realtime.tsx'
import type { WirePhoto } from '#shared/realtime/wire.ts'
import { findDatabases } from '#ui/browser/databases.ts'

/** An item as stored. Only items that IndexedDB has assigned a position have an `order`. */
export type StoredItem = OutboxItem & {
  order?: number
  /** The refusal is final: only the writer can send the message again. */
  isRefused?: boolean
  /** The photo has already been uploaded. */
  uploaded?: WirePhoto
}

/** One member's waiting messages. Each call rejects if the browser has no storage for it: in private mode, or when it is full. */
export type OutboxStore = {
  /** Lists items in the order in which they were written, across all tabs. */
  list(): Promise<StoredItem[]>
  /** Resolves when the item is on the disk; a known `cid` changes nothing. */
  add(item: StoredItem): Promise<void>
  /** Changes an item if it still exists. */
  change(item: StoredItem): Promise<void>
  remove(cid: string): Promise<void>
  close(): void
}

const items = 'items'

/** `fails` also covers errors that end a transaction from outside: a full disk, a closed database. */
function settled<Result>(
  source: IDBRequest | IDBTransaction,
  ends: string,
  fails: string,
  result: () => Result,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    source.addEventListener(ends, () => resolve(result()))
    source.addEventListener(fails, () => reject(source.error ?? new Error('The storage gave up')))
  })
}

/** `indexes.member` finds rows in key order, and keys only grow: that is the order shared by all tabs. */
async function openDatabase(factory: IDBFactory | undefined): Promise<IDBDatabase> {
  if (!factory) throw new Error('This browser has no IndexedDB')
  const request = factory.open(storageKeys.outboxDatabase, 1)
  request.addEventListener('upgradeneeded', () => {
    const store = request.result.createObjectStore(items, { keyPath: 'order', autoIncrement: true })
    store.createIndex('member', 'member')
    store.createIndex('cid', ['member', 'cid'], { unique: true })
  })
  return settled(request, 'success', 'error', () => request.result)
}

export function openOutboxStore(member: string, factory = findDatabases()): OutboxStore {
  let opening: Promise<IDBDatabase> | null = null

  const reopen = async () => {
    try {
      const database = await openDatabase(factory)
      database.addEventListener('versionchange', close) // A later version, in another tab, waits for this to close.
      database.addEventListener('close', close)
      return database
    } catch (error) {
      opening = null
      throw error
    }
  }
  const close = () => {
    opening?.then((database) => database.close()).catch(() => {}) // It never opened.
    opening = null
  }

  /** Resolves when the transaction is complete, with the result of `work`. `strict`: only once it is on the disk. */
  async function run<Result>(
    mode: IDBTransactionMode,
    work: (store: IDBObjectStore) => IDBRequest<Result> | undefined,
  ): Promise<Result | undefined> {
    opening ??= reopen()
    const transaction = (await opening).transaction(items, mode, { durability: 'strict' })
    const request = work(transaction.objectStore(items))
    return settled(transaction, 'complete', 'abort', () => request?.result)
  }

  /** Passes the row of an item to `work` within the transaction. */
  const withRow = (cid: string, work: (store: IDBObjectStore, key: IDBValidKey | undefined) => void) =>
    run('readwrite', (store) => {
      const found = store.index('cid').getKey([member, cid])
      found.addEventListener('success', () => work(store, found.result))
      return undefined
    }).then(() => {})

  return {
    async list() {
      return ((await run('readonly', (store) => store.index('member').getAll(member))) ?? []) as StoredItem[]
    },
    add: (item) =>
      withRow(item.cid, (store, key) => {
        if (key === undefined) store.add({ ...item, member })
      }),
    change: (item) =>
      withRow(item.cid, (store, key) => {
        if (key !== undefined) store.put({ ...item, member, order: key })
      }),
    remove: (cid) =>
      withRow(cid, (store, key) => {
        if (key !== undefined) store.delete(key)
      }),
    close,
  }
}

/** Removes the items of all members. */
export async function clearOutboxStore(factory = findDatabases()): Promise<void> {
  const database = await openDatabase(factory)
  const transaction = database.transaction(items, 'readwrite')
  transaction.objectStore(items).clear()
  await settled(transaction, 'complete', 'abort', () => {})
  database.close()
}
