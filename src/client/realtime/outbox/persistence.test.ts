import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { channelName } from '#shared/realtime/wire.ts'
import { createPersistence, createTimeLimit } from './persistence.ts'
import { KnownItems } from './known-items.ts'
import type { OutboxStore, StoredItem } from './outbox-store.ts'

const item: StoredItem = { channel: channelName.conversation('c1'), cid: 'one', text: 'one', createdAt: 0, status: 'pending' }

function setUp(facts: Partial<OutboxStore> = {}) {
  const rows = new Map<string, StoredItem>()
  const store: OutboxStore = {
    list: vi.fn(async () => [...rows.values()]),
    add: vi.fn(async (row: StoredItem) => void rows.set(row.cid, row)),
    change: vi.fn(async (row: StoredItem) => void (rows.has(row.cid) && rows.set(row.cid, row))),
    remove: vi.fn(async (cid: string) => void rows.delete(cid)),
    close: () => {},
    ...facts,
  }
  const items = new KnownItems()
  const onChanged = vi.fn()
  const noteKept = vi.fn()
  return { rows, store, items, onChanged, noteKept, persistence: createPersistence({ store, items, noteKept, onChanged }) }
}
const full = async () => {
  throw new DOMException('The quota has been exceeded', 'QuotaExceededError')
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('shows a change before the storage has it, and tells the other tabs once it has', async () => {
  const { persistence, items, onChanged, noteKept, rows } = setUp()
  const added = persistence.add(item)
  expect(items.all).toEqual([item])
  expect(onChanged).not.toHaveBeenCalled()
  await added
  expect([...rows.values()]).toEqual([item])
  expect(noteKept).toHaveBeenCalledOnce()
  expect(onChanged).toHaveBeenCalledOnce()
})

it('keeps in memory what the storage refuses, tells no other tab, and stores it with its next change', async () => {
  const { persistence, items, onChanged, rows, store } = setUp()
  vi.mocked(store.add).mockImplementationOnce(full)
  await persistence.add(item)
  expect(items.all).toEqual([item])
  expect(onChanged).not.toHaveBeenCalled()
  await persistence.mark('one', { status: 'failed' })
  expect([...rows.values()]).toEqual([{ ...item, status: 'failed' }])
})

it('changes nothing of a message that was discarded meanwhile', async () => {
  const { persistence, store } = setUp()
  await persistence.add(item)
  await persistence.remove('one')
  await persistence.mark('one', { status: 'failed' })
  expect(store.change).not.toHaveBeenCalled()
})

it('says whether the storage answered', async () => {
  expect(await setUp().persistence.refresh()).toBe(true)
  expect(await setUp({ list: full }).persistence.refresh()).toBe(false)
})

it('asks a storage that once did not answer in time never again', async () => {
  const inTime = createTimeLimit(2_000)
  const hung = inTime(() => new Promise(() => {}))
  const refused = expect(hung).rejects.toThrow('The storage does not answer')
  await vi.advanceTimersByTimeAsync(1_999)
  expect(await inTime(async () => 'answer')).toBe('answer')
  await vi.advanceTimersByTimeAsync(1)
  await refused
  const work = vi.fn(async () => 'answer')
  await expect(inTime(work)).rejects.toThrow('The storage does not answer')
  expect(work).not.toHaveBeenCalled()
})
