import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createConnectionStatus } from './connection-status.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('says for three seconds that the connection is back', () => {
  const status = createConnectionStatus()
  const seen: string[] = []
  status.onChange(() => seen.push(`${status.get().state} ${status.get().notice}`))
  status.over('reconnecting')
  status.opened()
  status.recovered()
  vi.advanceTimersByTime(2_999)
  expect(seen).toEqual(['opening reconnecting', 'open reconnecting', 'open reconnected'])
  vi.advanceTimersByTime(1)
  expect(status.get()).toEqual({ state: 'open', notice: null })
})

it('takes the word back when the connection is lost again meanwhile', () => {
  const status = createConnectionStatus()
  status.recovered()
  status.over('reconnecting')
  vi.advanceTimersByTime(10_000)
  expect(status.get()).toEqual({ state: 'opening', notice: 'reconnecting' })
})

it('keeps what it announced while attempts go on, and says that it failed only where it had announced something', () => {
  const status = createConnectionStatus()
  status.over(null)
  expect(status.get()).toEqual({ state: 'opening', notice: null })
  status.over('ended')
  expect(status.get()).toEqual({ state: 'closed', notice: null })
  status.over('failed')
  status.over(null)
  expect(status.get().notice).toBe('failed')
  status.over('reconnecting')
  status.over('ended')
  expect(status.get()).toEqual({ state: 'closed', notice: 'failed' })
})
