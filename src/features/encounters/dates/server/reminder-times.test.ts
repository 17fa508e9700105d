import { expect, test } from 'vitest'
import { nextReminderAt } from './reminder-times.ts'

const hour = 60 * 60_000
const slot = Date.UTC(2027, 0, 12, 18)

test.each([
  ['two days before', 48, 24],
  ['a moment before the first', 24.001, 24],
  ['with the first', 24, 1],
  ['ten hours before', 10, 1],
  ['with the second', 1, null],
  ['with a minute to go', 1 / 60, null],
  ['afterwards', -1, null],
])('the next reminder is a day or an hour before: %s', (_, hoursBefore, next) => {
  expect(nextReminderAt(slot, slot - hoursBefore * hour)).toBe(next === null ? null : slot - next * hour)
})
