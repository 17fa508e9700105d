import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createSessionState, fetchFailure } from './session-state.ts'
import { watchSession } from './watch-session.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function open(status = 401) {
  const fetch = vi.fn(async () => Response.json({}, { status }))
  vi.stubGlobal('fetch', fetch)
  const session = createSessionState(null, { now: Date.now, isOnline: () => true, logError: () => undefined })
  const window = new EventTarget()
  return { fetch, session, window, errors: [] as unknown[] }
}

it('refreshes when the window gains focus, and no more after its end', async () => {
  const { fetch, session, window, errors } = open()
  const stop = watchSession(session, { target: window, onError: (error) => errors.push(error) })
  window.dispatchEvent(new Event('focus'))
  await vi.advanceTimersByTimeAsync(10_000)
  expect(fetch).toHaveBeenCalledTimes(1)
  stop()
  window.dispatchEvent(new Event('focus'))
  await vi.advanceTimersByTimeAsync(0)
  expect(fetch).toHaveBeenCalledTimes(1)
})

it('refreshes every second when that is enabled', async () => {
  const { fetch, session, window } = open()
  const stop = watchSession(session, { target: window, periodically: true, onError: () => undefined })
  await vi.advanceTimersByTimeAsync(3_000)
  expect(fetch).toHaveBeenCalledTimes(3)
  stop()
  await vi.advanceTimersByTimeAsync(3_000)
  expect(fetch).toHaveBeenCalledTimes(3)
})

it('hands on what went wrong', async () => {
  const { session, window, errors } = open(500)
  watchSession(session, { target: window, onError: (error) => errors.push(error) })
  window.dispatchEvent(new Event('focus'))
  await vi.advanceTimersByTimeAsync(0)
  expect(errors).toEqual([new Error(fetchFailure)])
})
