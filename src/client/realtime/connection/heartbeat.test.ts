import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createHeartbeat } from './heartbeat.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('pings every ten seconds and is content while answers come', () => {
  const onSilence = vi.fn()
  const ping = vi.fn(() => void setTimeout(() => heartbeat.received(), 50))
  const heartbeat = createHeartbeat({ ping, onSilence })
  heartbeat.start()
  vi.advanceTimersByTime(60_000)
  expect(ping).toHaveBeenCalledTimes(6)
  expect(onSilence).not.toHaveBeenCalled()
})

it('declares the connection dead 25 s after the last frame, once', () => {
  const onSilence = vi.fn()
  const heartbeat = createHeartbeat({ ping: () => {}, onSilence })
  heartbeat.start()
  vi.advanceTimersByTime(24_999)
  expect(onSilence).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(onSilence).toHaveBeenCalledOnce()
  vi.advanceTimersByTime(60_000)
  expect(onSilence).toHaveBeenCalledOnce()
})

it('says nothing after it was stopped', () => {
  const onSilence = vi.fn()
  const heartbeat = createHeartbeat({ ping: () => {}, onSilence })
  heartbeat.start()
  vi.advanceTimersByTime(15_000)
  heartbeat.stop()
  vi.advanceTimersByTime(60_000)
  expect(onSilence).not.toHaveBeenCalled()
})
