import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { PeopleCount } from '#features/nearby/contract.ts'
import { watchChoices } from './watch-choices.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A form whose requests wait until the test answers them, and the counts that its button has shown. */
function watchForm() {
  const form = new EventTarget()
  const asked: ((found: PeopleCount) => void)[] = []
  const shown: (number | null)[] = []
  const stop = watchChoices(
    form,
    () => new Promise((resolve) => asked.push(resolve)),
    (found) => shown.push(found?.count ?? null),
  )
  return { asked, shown, stop, choose: () => form.dispatchEvent(new Event('input')) }
}
const rest = (ms: number) => vi.advanceTimersByTimeAsync(ms)

test('a slider that moves ten times within 400 ms of each other asks once, when it has rested', async () => {
  const { asked, choose } = watchForm()
  for (let step = 0; step < 10; step += 1) {
    choose()
    await rest(399)
  }
  expect(asked).toHaveLength(0)
  await rest(1)
  expect(asked).toHaveLength(1)
  await rest(10_000)
  expect(asked).toHaveLength(1)
  choose()
  await rest(400)
  expect(asked).toHaveLength(2)
})

test('an answer that comes after a later one is not shown', async () => {
  const { asked, shown, choose } = watchForm()
  choose()
  await rest(400)
  choose()
  await rest(400)
  asked[1]?.({ count: 2, isMost: false })
  asked[0]?.({ count: 1, isMost: false })
  await rest(0)
  expect(shown).toEqual([2])
})

test('a form that is gone neither asks nor is changed', async () => {
  const { asked, shown, stop, choose } = watchForm()
  choose()
  await rest(400)
  choose()
  stop()
  asked[0]?.({ count: 1, isMost: false })
  await rest(1_000)
  expect(asked).toHaveLength(1)
  expect(shown).toEqual([])
})
