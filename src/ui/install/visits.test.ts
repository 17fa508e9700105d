import { beforeEach, describe, expect, test } from 'vitest'
import {
  mayOfferInstall,
  mayOfferPush,
  noteAnswer,
  noteListedMatch,
  noteMatch,
  noteUse,
  refusedForMs,
  refuseInstall,
  refusePush,
  visitPauseMs,
} from './visits.ts'

const start = Date.UTC(2026, 10, 24, 9)
const later = start + visitPauseMs

/** Local storage in memory. */
function createStorage(): Storage {
  const values = new Map<string, string>()
  return {
    get length() {
      return values.size
    },
    clear: () => values.clear(),
    getItem: (key) => values.get(key) ?? null,
    key: (index) => [...values.keys()][index] ?? null,
    removeItem: (key) => void values.delete(key),
    setItem: (key, value) => void values.set(key, value),
  }
}

let storage: Storage
beforeEach(() => {
  storage = createStorage()
})

describe('the app is offered', () => {
  test('not on the first visit, however many pages it has', () => {
    for (let minute = 0; minute < 60; minute += 10) noteUse(start + minute * 60_000, storage)
    expect(mayOfferInstall(start + 60 * 60_000, storage)).toBe(false)
  })

  test('from the second visit on, which begins after half an hour without use', () => {
    noteUse(start, storage)
    noteUse(later - 1, storage)
    expect(mayOfferInstall(later, storage)).toBe(false)
    noteUse(later - 1 + visitPauseMs, storage)
    expect(mayOfferInstall(later + visitPauseMs, storage)).toBe(true)
  })

  test('on the first visit after a match', () => {
    noteUse(start, storage)
    noteMatch(storage)
    expect(mayOfferInstall(start, storage)).toBe(true)
  })

  test('once more, thirty days after a refusal, and not again after the second', () => {
    noteMatch(storage)
    refuseInstall(start, storage)
    expect(mayOfferInstall(start + refusedForMs - 1, storage)).toBe(false)
    expect(mayOfferInstall(start + refusedForMs, storage)).toBe(true)
    refuseInstall(start + refusedForMs, storage)
    expect(mayOfferInstall(start + 100 * refusedForMs, storage)).toBe(false)
  })

  test('on the second visit where the first left something that is not ours', () => {
    storage.setItem('visits', 'yes')
    noteUse(start, storage)
    noteUse(later, storage)
    expect(mayOfferInstall(later, storage)).toBe(true)
  })

  test('to nobody whose browser stores nothing', () => {
    const forbidden = {
      ...storage,
      getItem: () => {
        throw new Error('denied')
      },
      setItem: () => {
        throw new Error('denied')
      },
    }
    noteUse(start, forbidden)
    noteUse(later, forbidden)
    expect(mayOfferInstall(later, forbidden)).toBe(false)
  })
})

describe('push messages are offered', () => {
  test('after a match and not before, however many visits there were', () => {
    for (const visit of [0, 1, 2]) noteUse(start + visit * visitPauseMs, storage)
    expect(mayOfferPush(start, storage)).toBe(false)
    noteMatch(storage)
    expect(mayOfferPush(start, storage)).toBe(true)
  })

  test('after a match that came up on another device, and the app is not', () => {
    noteUse(start, storage)
    noteListedMatch(storage)
    expect([mayOfferPush(start, storage), mayOfferInstall(start, storage)]).toEqual([true, false])
  })

  test('once more, thirty days after a refusal, and not again after the second', () => {
    noteUse(start, storage)
    noteMatch(storage)
    refusePush(start, storage)
    noteUse(start + refusedForMs - 1, storage)
    expect(mayOfferPush(start + refusedForMs - 1, storage)).toBe(false)
    expect(mayOfferPush(start + refusedForMs, storage)).toBe(true)
    refusePush(start + refusedForMs, storage)
    noteUse(start + 100 * refusedForMs, storage)
    expect(mayOfferPush(start + 100 * refusedForMs, storage)).toBe(false)
  })
})

describe('after an answer to one offer', () => {
  const answers = {
    'a refused app': () => refuseInstall(start, storage),
    'refused push messages': () => refusePush(start, storage),
    'an accepted offer': () => noteAnswer(storage),
  }

  test.each(Object.entries(answers))('%s: nothing else is offered in the same visit, however long it takes', (_, answer) => {
    noteUse(start, storage)
    noteMatch(storage)
    expect([mayOfferInstall(start, storage), mayOfferPush(start, storage)]).toEqual([true, true])
    answer()
    let now = start
    for (; now < start + 3 * visitPauseMs; now += visitPauseMs / 2) {
      noteUse(now, storage)
      expect([mayOfferInstall(now, storage), mayOfferPush(now, storage)]).toEqual([false, false])
    }
  })

  test('the other one comes in the next visit', () => {
    noteUse(start, storage)
    noteMatch(storage)
    refusePush(start, storage)
    noteUse(later, storage)
    expect([mayOfferInstall(later, storage), mayOfferPush(later, storage)]).toEqual([true, false])
  })
})
