import { expect, it } from 'vitest'
import { brokenStore, memoryStore } from '#test/support/stores.ts'
import { maxDrafts, readDraft, writeDraft } from './draft-store.ts'

it('keeps a draft per member and conversation', () => {
  const store = memoryStore()
  writeDraft('me', 'c1', 'Hello th', store)
  writeDraft('me', 'c2', 'Well', store)
  expect(readDraft('me', 'c1', store)).toBe('Hello th')
  expect(readDraft('me', 'c2', store)).toBe('Well')
  expect(readDraft('other', 'c1', store)).toBe('')
})

it('leaves nothing behind once all drafts are gone', () => {
  const store = memoryStore()
  writeDraft('me', 'c1', 'Hello', store)
  writeDraft('me', 'c1', ' \n', store)
  expect(store.hasPersonal()).toBe(false)
})

it('lets go of the one written to longest ago when there are too many', () => {
  const store = memoryStore()
  for (let index = 0; index <= maxDrafts; index++) writeDraft('me', `c${index}`, 'Hello', store)
  expect(readDraft('me', 'c0', store)).toBe('')
  expect(readDraft('me', 'c1', store)).toBe('Hello')
})

it('goes on without a storage', () => {
  writeDraft('me', 'c1', 'Hello', brokenStore)
  expect(readDraft('me', 'c1', brokenStore)).toBe('')
})

it.each(['throws', 'null', 'missing'])('goes on where the browser’s own storage is %s', (kind) => {
  const get = () => {
    if (kind === 'throws') throw new DOMException('corrupted', 'SecurityError')
    return kind === 'null' ? null : undefined
  }
  Object.defineProperty(globalThis, 'localStorage', { configurable: true, get })
  try {
    writeDraft('me', 'c1', 'Hello')
    expect(readDraft('me', 'c1')).toBe('')
  } finally {
    Reflect.deleteProperty(globalThis, 'localStorage')
  }
})
