import { expect, it } from 'vitest'
import { isTimeZone } from './time-zone.ts'

it('a time zone is one that clocks can be read in', () => {
  expect(['Europe/London', 'UTC', '', 'Moon/Sea', '../etc'].map(isTimeZone)).toEqual([true, true, false, false, false])
})
