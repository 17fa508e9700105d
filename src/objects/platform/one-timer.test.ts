import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { OneTimer } from './one-timer.ts'

beforeEach(() => void vi.useFakeTimers({ now: 0 }))
afterEach(() => void vi.useRealTimers())

/** `times`: what waits. `serves`: which of them a run takes away. */
function setUp(times: number[], serves: (time: number) => boolean = (time) => time <= Date.now()) {
  const ran: number[] = []
  const state = { times }
  const runIn = vi.fn((ms: number, work: () => void) => void setTimeout(work, ms))
  const timer = new OneTimer(
    { runIn, now: () => Date.now() },
    () => state.times,
    () => {
      ran.push(Date.now())
      state.times = state.times.filter((time) => !serves(time))
    },
  )
  return { timer, ran, runIn, state }
}

it('runs for what is due later as well', async () => {
  const { timer, ran } = setUp([250, 1_000])
  timer.runAt(250)
  timer.runAt(1_000)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(ran).toEqual([250, 1_000])
})

it('runs once at each time, though an earlier one was named last', async () => {
  const { timer, ran } = setUp([1_000, 250])
  timer.runAt(1_000)
  timer.runAt(250)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(ran).toEqual([250, 1_000])
})

it('waits on when what was due has gone along with other work', async () => {
  const { timer, ran, state } = setUp([250])
  timer.runAt(250)
  state.times = [700]
  await vi.advanceTimersByTimeAsync(2_000)
  expect(ran).toEqual([700])
})

it('does not fire again for what a run could not serve', async () => {
  const { timer, ran, runIn } = setUp([250, 1_000], () => false)
  timer.runAt(250)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(ran).toEqual([250, 1_000])
  expect(runIn).toHaveBeenCalledTimes(2)
})
