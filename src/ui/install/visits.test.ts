import { beforeEach, describe, expect, test } from 'vitest'
import { brokenStore, memoryStore } from '#test/support/stores.ts'
import type { Store } from '../browser/stores.ts'
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

let store: Store<'local'>
beforeEach(() => {
  store = memoryStore()
})

describe('the app is offered', () => {
  test('not on the first visit, however many pages it has', () => {
    for (let minute = 0; minute < 60; minute += 10) noteUse(start + minute * 60_000, store)
    expect(mayOfferInstall(start + 60 * 60_000, store)).toBe(false)
  })

  test('from the second visit on, which begins after half an hour without use', () => {
    noteUse(start, store)
    noteUse(later - 1, store)
    expect(mayOfferInstall(later, store)).toBe(false)
    noteUse(later - 1 + visitPauseMs, store)
    expect(mayOfferInstall(later + visitPauseMs, store)).toBe(true)
  })

  test('on the first visit after a match', () => {
    noteUse(start, store)
    noteMatch(store)
    expect(mayOfferInstall(start, store)).toBe(true)
  })

  test('once more, thirty days after a refusal, and not again after the second', () => {
    noteMatch(store)
    refuseInstall(start, store)
    expect(mayOfferInstall(start + refusedForMs - 1, store)).toBe(false)
    expect(mayOfferInstall(start + refusedForMs, store)).toBe(true)
    refuseInstall(start + refusedForMs, store)
    expect(mayOfferInstall(start + 100 * refusedForMs, store)).toBe(false)
  })

  test('on the second visit where the first left something that is not ours', () => {
    store.write('visits', 'yes')
    noteUse(start, store)
    noteUse(later, store)
    expect(mayOfferInstall(later, store)).toBe(true)
  })

  test('to nobody whose browser stores nothing', () => {
    noteUse(start, brokenStore)
    noteUse(later, brokenStore)
    expect(mayOfferInstall(later, brokenStore)).toBe(false)
  })
})

describe('push messages are offered', () => {
  test('after a match and not before, however many visits there were', () => {
    for (const visit of [0, 1, 2]) noteUse(start + visit * visitPauseMs, store)
    expect(mayOfferPush(start, store)).toBe(false)
    noteMatch(store)
    expect(mayOfferPush(start, store)).toBe(true)
  })

  test('after a match that came up on another device, and the app is not', () => {
    noteUse(start, store)
    noteListedMatch(store)
    expect([mayOfferPush(start, store), mayOfferInstall(start, store)]).toEqual([true, false])
  })

  test('once more, thirty days after a refusal, and not again after the second', () => {
    noteUse(start, store)
    noteMatch(store)
    refusePush(start, store)
    noteUse(start + refusedForMs - 1, store)
    expect(mayOfferPush(start + refusedForMs - 1, store)).toBe(false)
    expect(mayOfferPush(start + refusedForMs, store)).toBe(true)
    refusePush(start + refusedForMs, store)
    noteUse(start + 100 * refusedForMs, store)
    expect(mayOfferPush(start + 100 * refusedForMs, store)).toBe(false)
  })
})

describe('after an answer to one offer', () => {
  const answers = {
    'a refused app': () => refuseInstall(start, store),
    'refused push messages': () => refusePush(start, store),
    'an accepted offer': () => noteAnswer(store),
  }

  test.each(Object.entries(answers))('%s: nothing else is offered in the same visit, however long it takes', (_, answer) => {
    noteUse(start, store)
    noteMatch(store)
    expect([mayOfferInstall(start, store), mayOfferPush(start, store)]).toEqual([true, true])
    answer()
    let now = start
    for (; now < start + 3 * visitPauseMs; now += visitPauseMs / 2) {
      noteUse(now, store)
      expect([mayOfferInstall(now, store), mayOfferPush(now, store)]).toEqual([false, false])
    }
  })

  test('the other one comes in the next visit', () => {
    noteUse(start, store)
    noteMatch(store)
    refusePush(start, store)
    noteUse(later, store)
    expect([mayOfferInstall(later, store), mayOfferPush(later, store)]).toEqual([true, false])
  })
})
