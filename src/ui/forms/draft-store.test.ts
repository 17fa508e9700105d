import { expect, it } from 'vitest'
import { maxDrafts, readDraft, writeDraft } from './draft-store.ts'

function newStorage(): Storage {
  const map = new Map<string, string>()
  return {
    get length() {
      return map.size
    },
    clear: () => map.clear(),
    getItem: (key) => map.get(key) ?? null,
    key: (index) => [...map.keys()][index] ?? null,
    removeItem: (key) => void map.delete(key),
    setItem: (key, value) => void map.set(key, value),
  }
}

it('keeps a draft per member and conversation', () => {
  const storage = newStorage()
  writeDraft('me', 'c1', 'Hello th', storage)
  writeDraft('me', 'c2', 'Well', storage)
  expect(readDraft('me', 'c1', storage)).toBe('Hello th')
  expect(readDraft('me', 'c2', storage)).toBe('Well')
  expect(readDraft('other', 'c1', storage)).toBe('')
})

it('leaves nothing behind once all drafts are gone', () => {
  const storage = newStorage()
  writeDraft('me', 'c1', 'Hello', storage)
  writeDraft('me', 'c1', ' \n', storage)
  expect(storage.length).toBe(0)
})

it('lets go of the one written to longest ago when there are too many', () => {
  const storage = newStorage()
  for (let index = 0; index <= maxDrafts; index++) writeDraft('me', `c${index}`, 'Hello', storage)
  expect(readDraft('me', 'c0', storage)).toBe('')
  expect(readDraft('me', 'c1', storage)).toBe('Hello')
})

it('goes on without a storage', () => {
  const storage = {
    ...newStorage(),
    getItem: () => {
      throw new Error('denied')
    },
    setItem: () => {
      throw new Error('full')
    },
  }
  writeDraft('me', 'c1', 'Hello', storage)
  expect(readDraft('me', 'c1', storage)).toBe('')
})
