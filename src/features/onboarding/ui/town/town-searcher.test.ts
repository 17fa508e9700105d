import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { FoundPlace } from '#features/location/contract.ts'
import { createTownSearcher, type TownAnswer } from './town-searcher.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const town = (name: string): FoundPlace => ({ id: name, name, local: '', region: '', country: 'United Kingdom' })

/** A server whose answers the test gives; `asked` has what was asked, with its signal. */
function setUp() {
  const shown: (TownAnswer | null)[] = []
  const asked: { typed: string; signal: AbortSignal; answer: (answer: TownAnswer) => void }[] = []
  const searcher = createTownSearcher(
    (answer) => shown.push(answer),
    (typed, signal) => new Promise((answer) => asked.push({ typed, signal, answer })),
  )
  return { shown, asked, searcher }
}

test('only what was typed before a pause is asked', async () => {
  const { asked, searcher } = setUp()
  for (const typed of ['yo', 'yor', 'york']) {
    searcher.type(typed)
    await vi.advanceTimersByTimeAsync(100)
  }
  expect(asked).toEqual([])
  await vi.advanceTimersByTimeAsync(200)
  expect(asked.map(({ typed }) => typed)).toEqual(['york'])
})

test('the answer to what was typed last is shown, even if an earlier one comes after it', async () => {
  const { shown, asked, searcher } = setUp()
  for (const typed of ['yor', 'leeds']) {
    searcher.type(typed)
    await vi.advanceTimersByTimeAsync(300)
  }
  expect(asked.map(({ signal }) => signal.aborted)).toEqual([true, false])
  asked[1]?.answer({ kind: 'found', towns: [town('Leeds')] })
  asked[0]?.answer({ kind: 'found', towns: [town('York')] })
  await vi.advanceTimersByTimeAsync(0)
  expect(shown).toEqual([{ kind: 'found', towns: [town('Leeds')] }])
})

test('nothing is asked for one character, and what was shown goes', async () => {
  const { shown, asked, searcher } = setUp()
  searcher.type('yo')
  searcher.type(' y ')
  await vi.advanceTimersByTimeAsync(300)
  expect([asked, shown]).toEqual([[], [null]])
})

test('after the field has gone, no answer is shown', async () => {
  const { shown, asked, searcher } = setUp()
  searcher.type('york')
  await vi.advanceTimersByTimeAsync(300)
  searcher.cancel()
  asked[0]?.answer({ kind: 'offline' })
  await vi.advanceTimersByTimeAsync(0)
  expect(shown).toEqual([])
})
