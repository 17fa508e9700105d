import { afterEach, expect, test, vi } from 'vitest'
import { memoryStorage } from '#test/support/stores.ts'
import { createStore } from './stores.ts'

afterEach(() => void vi.resetModules())

const fault = () => {
  throw new DOMException('denied', 'SecurityError')
}

test.each<[string, () => Storage | null]>([
  ['throws when it is mentioned', fault],
  ['is null', () => null],
  ['throws at each call', () => new Proxy(memoryStorage(), { get: fault, ownKeys: fault })],
])('a storage that %s reads as empty, and says that it stored nothing', (_, open) => {
  const store = createStore('local', open)
  expect(store.read('visits')).toBeNull()
  expect(store.write('visits', '1')).toBe(false)
  expect(store.hasPersonal()).toBe(false)
  expect(() => store.remove('visits')).not.toThrow()
  expect(() => store.removePersonal([])).not.toThrow()
})

test('a full storage stores nothing new, and is read all the same', () => {
  const storage = memoryStorage({ visits: '1' })
  const full = new Proxy(storage, {
    get: (target, name) => (name === 'setItem' ? fault : Reflect.get(target, name)),
  })
  const store = createStore('local', () => full)
  expect(store.write('visits', '2')).toBe(false)
  expect(store.read('visits')).toBe('1')
})

test('an error of a read reaches who asks for it', () => {
  const onError = vi.fn()
  createStore('local', fault).read('notifyID', onError)
  expect(onError).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ name: 'SecurityError' }))
})

test('after the end of a session a page stores nothing personal any more, and the rest as ever', async () => {
  const { createStore, endPersonalData } = await import('./stores.ts')
  const [local, session] = [memoryStorage(), memoryStorage()]
  const [localStore, tabStore] = [createStore('local', () => local), createStore('session', () => session)]
  const writeAll = (text: string) => [
    localStore.write('drafts:anna', text),
    localStore.write('drafts:about:anna', text),
    localStore.write('visits', text),
    tabStore.write('previous-path', text),
    tabStore.write('listed-people', text),
    tabStore.write('last-pass', text),
  ]
  expect(new Set(writeAll('before'))).toEqual(new Set([true]))
  endPersonalData()
  expect(new Set(writeAll('after'))).toEqual(new Set([false]))
  expect(localStore.read('drafts:anna')).toBe('before')
  expect(tabStore.write('chunk-reload', '1')).toBe(true)
})

test('what is personal goes, but for marks that something else is there; the rest stays', () => {
  const storage = memoryStorage({
    'drafts:anna': '[]',
    'drafts:about:anna': 'Hi',
    visits: '{}',
    outbox: '1',
    notifyID: '2',
    foreign: 'x',
  })
  const store = createStore('local', () => storage)
  expect(store.hasPersonal()).toBe(true)
  store.removePersonal(['outbox'])
  expect({ ...storage }).toEqual({ outbox: '1', notifyID: '2', foreign: 'x' })
  expect([store.hasPersonal(), store.hasPersonal(['outbox'])]).toEqual([true, false])
})
