import { expect, it } from 'vitest'
import { isTimeZone, wallClock } from './time-zone.ts'

it('a time zone is one that clocks can be read in', () => {
  expect(['Europe/London', 'UTC', '', 'Moon/Sea', '../etc'].map(isTimeZone)).toEqual([true, true, false, false, false])
})

it('clocks are read as they stand there, with midnight as hour 0', () => {
  const read = wallClock('Europe/Kyiv')
  expect(read(Date.UTC(2026, 10, 20, 22, 0, 30))).toEqual({
    year: 2026,
    month: 11,
    day: 21,
    hour: 0,
    asUtc: Date.UTC(2026, 10, 21, 0, 0, 30),
  })
})
