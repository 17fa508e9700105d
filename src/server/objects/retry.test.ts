import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { retry } from './retry.ts'

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(console, 'warn').mockImplementation(() => {})
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

it('calls three times, then passes the last error on', async () => {
  const call = vi.fn(async () => Promise.reject(new Error(`call ${call.mock.calls.length}`)))
  const outcome = retry('x', call).catch(String)
  await vi.runAllTimersAsync()
  expect(await outcome).toBe('Error: call 3')
  expect(call).toHaveBeenCalledTimes(3)
})

it('returns what a later call gives', async () => {
  const call = vi.fn(async () => (call.mock.calls.length < 2 ? Promise.reject(new Error('away')) : 'here'))
  const outcome = retry('x', call)
  await vi.runAllTimersAsync()
  expect(await outcome).toBe('here')
})

it('leaves an overloaded object in peace: it is not called again', async () => {
  const call = vi.fn(async () => Promise.reject(Object.assign(new Error('overloaded'), { overloaded: true })))
  const outcome = retry('x', call).catch(String)
  await vi.runAllTimersAsync()
  expect(await outcome).toBe('Error: overloaded')
  expect(call).toHaveBeenCalledTimes(1)
})
