import { dateTimeFormat } from './intl/formats.ts'

/** Returns true for a name that this runtime supports; false for forged ones, and for those of newer browsers. */
export function isTimeZone(name: string): boolean {
  try {
    return name !== '' && dateTimeFormat('en', { timeZone: name }) !== undefined
  } catch {
    return false
  }
}

/** A wall-clock reading. `asUtc`: the instant (ms) at which clocks in UTC show the same. */
export type WallTime = { year: number; month: number; day: number; hour: number; asUtc: number }

/** Reads the wall clock of a time zone: an instant (ms) → what clocks show then, to the second. */
export function wallClock(timeZone: string): (instant: number) => WallTime {
  const format = dateTimeFormat('en-GB', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  return (instant) => {
    const parts = Object.fromEntries(format.formatToParts(instant).map((part) => [part.type, Number(part.value)]))
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
    return { year, month, day, hour, asUtc: Date.UTC(year, month - 1, day, hour, minute, second) }
  }
}
