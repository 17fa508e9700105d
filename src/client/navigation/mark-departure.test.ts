import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { markDeparture } from './mark-departure.ts'

const dataset: Record<string, string> = {}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('document', { documentElement: { dataset } })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('what leaves quickly shows nothing along the top, what takes longer does until it is there', async () => {
  markDeparture(null)()
  await vi.advanceTimersByTimeAsync(1000)
  expect(dataset).toEqual({})
  const end = markDeparture(null)
  await vi.advanceTimersByTimeAsync(149)
  expect(dataset).toEqual({})
  await vi.advanceTimersByTimeAsync(1)
  expect(dataset).toEqual({ leaving: '' })
  end()
  expect(dataset).toEqual({})
})
