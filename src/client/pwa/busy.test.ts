import { IDBFactory } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { channelName } from '#shared/realtime/wire.ts'
import { openOutboxStore, type StoredItem } from '../realtime/outbox/outbox-store.ts'
import { isBusy } from './busy.ts'

beforeEach(() => void vi.stubGlobal('indexedDB', new IDBFactory()))
afterEach(() => void vi.unstubAllGlobals())

const isTypedIn = () => false

async function write(member: string, more: Partial<StoredItem> = {}): Promise<() => Promise<void>> {
  const store = openOutboxStore(member)
  const channel = channelName.conversation('c1')
  await store.add({ channel, cid: 'one', text: 'Hello', createdAt: 0, status: 'pending', ...more })
  return () => store.remove('one')
}

test('a tab is at work while somebody writes in it', async () => {
  expect(await isBusy('me', () => true)).toBe(true)
  expect(await isBusy('me', isTypedIn)).toBe(false)
})

test('a tab is at work while a message of its member is on its way, and no longer', async () => {
  const arrive = await write('me')
  expect(await isBusy('me', isTypedIn)).toBe(true)
  await arrive()
  expect(await isBusy('me', isTypedIn)).toBe(false)
})

test('neither the message of another member nor one that was refused holds a new build up', async () => {
  await write('other')
  await write('me', { status: 'failed', isRefused: true })
  expect(await isBusy('me', isTypedIn)).toBe(false)
})

test('without storage there is nothing to wait for', async () => {
  vi.stubGlobal('indexedDB', undefined)
  expect(await isBusy('me', isTypedIn)).toBe(false)
})
