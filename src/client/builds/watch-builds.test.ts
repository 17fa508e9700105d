import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { checkEveryMs, watchBuilds, type Build } from './watch-builds.ts'

class Page extends EventTarget {
  visibilityState: DocumentVisibilityState = 'visible'
  set(state: DocumentVisibilityState) {
    this.visibilityState = state
    this.dispatchEvent(new Event('visibilitychange'))
  }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function watch(latest: Build | null = { id: 'b', timestamp: 2 }, isDue = false) {
  const page = new Page()
  const target = new EventTarget()
  const end = new AbortController()
  const fetchLatest = vi.fn(async () => latest)
  const onOther = vi.fn()
  watchBuilds({ own: 'a', onOther, fetchLatest, page, target, signal: end.signal, isDue })
  return { page, target, end, fetchLatest, onOther }
}

test('asks every five minutes, and every half hour in the background', async () => {
  const { page, fetchLatest } = watch()
  await vi.advanceTimersByTimeAsync(2 * checkEveryMs.visible)
  expect(fetchLatest).toHaveBeenCalledTimes(2)
  page.set('hidden')
  await vi.advanceTimersByTimeAsync(checkEveryMs.hidden - 1)
  expect(fetchLatest).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(1)
  expect(fetchLatest).toHaveBeenCalledTimes(3)
})

test('asks when the window gains focus, but not for each of many, and at once when it is back online', async () => {
  const { target, fetchLatest } = watch()
  await vi.advanceTimersByTimeAsync(60_000)
  for (let count = 0; count < 3; count++) target.dispatchEvent(new Event('focus'))
  expect(fetchLatest).toHaveBeenCalledTimes(1)
  target.dispatchEvent(new Event('online'))
  expect(fetchLatest).toHaveBeenCalledTimes(2)
})

test('reports another build, but neither its own nor the want of an answer', async () => {
  const other = watch()
  other.target.dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(0)
  expect(other.onOther).toHaveBeenCalledWith({ id: 'b', timestamp: 2 })
  for (const answer of [{ id: 'a', timestamp: 1 }, null]) {
    const { target, onOther } = watch(answer)
    target.dispatchEvent(new Event('online'))
    await vi.advanceTimersByTimeAsync(0)
    expect(onOther).not.toHaveBeenCalled()
  }
})

test('asks no more once it is over', async () => {
  const { target, end, fetchLatest } = watch()
  end.abort()
  target.dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(checkEveryMs.hidden)
  expect(fetchLatest).not.toHaveBeenCalled()
})

test('asks at once where the first question is due, and then as ever', async () => {
  const { fetchLatest } = watch(null, true)
  expect(fetchLatest).toHaveBeenCalledOnce()
  await vi.advanceTimersByTimeAsync(checkEveryMs.visible)
  expect(fetchLatest).toHaveBeenCalledTimes(2)
})
