import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { AttemptClock } from './attempt-clock.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function setUp() {
  const network = { isOffline: false }
  const clock = new AttemptClock(() => network.isOffline)
  clock.skip()
  const done = vi.fn()
  const wait = async () => {
    await clock.wait(() => 1_000)
    done()
  }
  return { network, clock, done, wait }
}

it('waits for the delay, and for nothing in a hurry', async () => {
  const { clock, done, wait } = setUp()
  void wait()
  await vi.advanceTimersByTimeAsync(999)
  expect(done).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(done).toHaveBeenCalledOnce()
  clock.hurry()
  void wait()
  await vi.advanceTimersByTimeAsync(0)
  expect(done).toHaveBeenCalledTimes(2)
})

it('holds an attempt while the page sleeps, and makes it as soon as it wakes', async () => {
  const { clock, done, wait } = setUp()
  clock.sleep()
  void wait()
  await vi.advanceTimersByTimeAsync(60_000)
  expect([clock.isHeld, done.mock.calls.length]).toEqual([true, 0])
  clock.wake()
  await vi.advanceTimersByTimeAsync(0)
  expect([clock.isHeld, done.mock.calls.length]).toEqual([false, 1])
})

it('is woken early from its delay, but not without a network', async () => {
  const { network, clock, done, wait } = setUp()
  void wait()
  network.isOffline = true
  clock.wake()
  await vi.advanceTimersByTimeAsync(500)
  expect(done).not.toHaveBeenCalled()
  network.isOffline = false
  clock.wake()
  await vi.advanceTimersByTimeAsync(0)
  expect(done).toHaveBeenCalledOnce()
})

it('believes the browser until a connection opened while it said that there is no network', () => {
  const { network, clock } = setUp()
  clock.onOpen()
  network.isOffline = true
  expect(clock.isHeld).toBe(true)
  clock.onOpen()
  expect(clock.isHeld).toBe(false)
})
