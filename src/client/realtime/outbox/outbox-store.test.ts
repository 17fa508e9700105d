import { IDBFactory } from 'fake-indexeddb'
import { expect, it } from 'vitest'
import { channelName } from '#shared/realtime/wire.ts'
import { clearOutboxStore, openOutboxStore, type StoredItem } from './outbox-store.ts'

const item = (cid: string, more: Partial<StoredItem> = {}): StoredItem => ({
  channel: channelName.conversation('c1'),
  cid,
  text: cid,
  createdAt: 0,
  status: 'pending',
  ...more,
})
const cids = async (store: { list(): Promise<StoredItem[]> }) => (await store.list()).map(({ cid }) => cid)

it('keeps items in the order in which they were written, over tabs and reloads', async () => {
  const factory = new IDBFactory()
  const [one, other] = [openOutboxStore('me', factory), openOutboxStore('me', factory)]
  await one.add(item('a'))
  await other.add(item('b'))
  await one.add(item('c'))
  one.close()
  expect(await cids(openOutboxStore('me', factory))).toEqual(['a', 'b', 'c'])
  expect(await cids(one), 'opens again by itself').toEqual(['a', 'b', 'c'])
})

it('shows no member the items of another', async () => {
  const factory = new IDBFactory()
  await openOutboxStore('me', factory).add(item('a'))
  const other = openOutboxStore('other', factory)
  expect(await cids(other)).toEqual([])
  await other.remove('a')
  expect(await cids(openOutboxStore('me', factory))).toEqual(['a'])
})

it('keeps an item once, however often it is added', async () => {
  const store = openOutboxStore('me', new IDBFactory())
  await store.add(item('a'))
  await store.add(item('a', { text: 'again' }))
  expect((await store.list()).map(({ text }) => text)).toEqual(['a'])
})

it('changes an item in its place, and does not bring back one that is gone', async () => {
  const store = openOutboxStore('me', new IDBFactory())
  await store.add(item('a'))
  await store.add(item('b'))
  await store.change(item('a', { status: 'failed' }))
  expect((await store.list()).map(({ cid, status }) => `${cid} ${status}`)).toEqual(['a failed', 'b pending'])
  await store.remove('a')
  await store.change(item('a'))
  expect(await cids(store)).toEqual(['b'])
})

it('keeps a photo with its bytes', async () => {
  const factory = new IDBFactory()
  await openOutboxStore('me', factory).add(item('a', { photo: new Blob(['bytes'], { type: 'image/webp' }) }))
  const [kept] = await openOutboxStore('me', factory).list()
  expect(await kept?.photo?.text()).toBe('bytes')
})

it('says when the browser has no storage, and tries again at the next call', async () => {
  const factory = new IDBFactory()
  let isBroken = true
  const open = (name: string, version: number) => factory.open(name, isBroken ? -1 : version)
  const store = openOutboxStore('me', { open } as IDBFactory)
  await expect(store.add(item('a'))).rejects.toThrow()
  isBroken = false
  await store.add(item('a'))
  expect(await cids(store)).toEqual(['a'])
})

it('forgets the items of all members', async () => {
  const factory = new IDBFactory()
  await openOutboxStore('me', factory).add(item('a'))
  await openOutboxStore('other', factory).add(item('b'))
  await clearOutboxStore(factory)
  expect(await cids(openOutboxStore('me', factory))).toEqual([])
  expect(await cids(openOutboxStore('other', factory))).toEqual([])
})
