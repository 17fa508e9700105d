import { expect, test } from 'vitest'
import { createClock } from './clock.ts'

test('a time of the day is written as the clocks of the language show it', () => {
  expect(createClock('en-US')('21:30')).toMatch(/^9:30\sPM$/)
  expect(createClock('de')('21:30')).toBe('21:30')
  expect(createClock('en-GB')('00:00')).toBe('00:00')
})
