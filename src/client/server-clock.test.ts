import { expect, it } from 'vitest'
import { createServerClock, createSteadyClock } from './server-clock.ts'

const hour = 3_600_000
const written = 1_800_000_000_000

function machine(wrongBy: number) {
  const state = { real: written + 500, asleep: 0 }
  const clocks = { date: () => state.real + wrongBy, steady: () => state.real - written - state.asleep }
  return { state, clock: createServerClock(written, 500, clocks) }
}

it('goes by the server, however wrong the browser’s clock is', () => {
  for (const wrongBy of [-2 * hour, 0, 2 * hour]) {
    const { state, clock } = machine(wrongBy)
    expect(clock()).toBe(written + 500)
    state.real += hour
    expect(clock()).toBe(state.real)
  }
})

it('goes on while the machine sleeps', () => {
  const { state, clock } = machine(-2 * hour)
  state.real += hour
  state.asleep += hour
  expect(clock()).toBe(state.real)
})

it('does not go back when the browser’s clock is set back', () => {
  let wrongBy = 2 * hour
  const clock = createServerClock(written, 0, { date: () => written + wrongBy, steady: () => 1000 })
  wrongBy = 0
  expect(clock()).toBe(written)
})

it('has a second reading that setting the browser’s clock does not move, forwards or back', () => {
  let passed = 500
  const clock = createSteadyClock(written, 500, () => passed)
  expect(clock()).toBe(written + 500)
  passed += 2_000
  expect(clock()).toBe(written + 2_500)
})
