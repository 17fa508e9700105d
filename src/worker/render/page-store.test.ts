import { expect, it } from 'vitest'
import { createPageStore, type StoredPage } from './page-store.ts'

const pageOf = (bytes: number): StoredPage => ({ body: new Uint8Array(bytes), etag: '"x"', headers: new Headers() })

it('holds as many bytes as its bound allows; the oldest pages go first', () => {
  const store = createPageStore(100_000)
  for (const key of ['a', 'b', 'c', 'd']) store.put(key, pageOf(30_000), '1')
  expect(['a', 'b', 'c', 'd'].filter((key) => store.get(key))).toEqual(['b', 'c', 'd'])
  expect(store.bytes).toBeLessThanOrEqual(100_000)
})

it('counts a page that is written again once', () => {
  const store = createPageStore(100_000)
  for (let time = 0; time < 10; time++) store.put('a', pageOf(30_000), '1')
  store.put('b', pageOf(30_000), '1')
  expect([store.get('a') !== undefined, store.get('b') !== undefined]).toEqual([true, true])
  expect(store.bytes).toBeLessThan(70_000)
})

it('forgets the pages of another generation', () => {
  const store = createPageStore(100_000)
  store.put('a', pageOf(10), '1')
  store.put('b', pageOf(10), '2')
  expect([store.get('a'), store.get('b') !== undefined, store.isEmpty]).toEqual([undefined, true, false])
})

it('does not hold a page that is larger than the bound', () => {
  const store = createPageStore(10_000)
  store.put('a', pageOf(20_000), '1')
  expect([store.isEmpty, store.bytes]).toEqual([true, 0])
})
