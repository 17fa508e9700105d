import { assert, constantFrom, integer, property, string } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { wallClock } from '#shared/time-zone.ts'
import { readTypedTime } from './typed-time.ts'

const read = (typed: string, zone: string) => {
  const at = readTypedTime(typed, zone)
  return at === null ? null : new Date(at).toISOString()
}

describe('a typed time', () => {
  it('is an instant, whatever the zone, or a reading of the member’s clocks', () => {
    expect(read('2026-12-04T18:30Z', 'Europe/Kyiv')).toBe('2026-12-04T18:30:00.000Z')
    expect(read('2026-12-04T18:30:00.000Z', 'Asia/Kathmandu')).toBe('2026-12-04T18:30:00.000Z')
    expect(read('2026-12-04T18:30', 'Europe/Kyiv')).toBe('2026-12-04T16:30:00.000Z')
    expect(read('2026-07-04T18:30', 'Europe/Kyiv')).toBe('2026-07-04T15:30:00.000Z')
  })

  it('is the first of an hour that clocks show twice, and moves with one that they skip', () => {
    expect(read('2026-10-25T01:30', 'Europe/London')).toBe('2026-10-25T00:30:00.000Z')
    expect(read('2026-03-29T01:30', 'Europe/London')).toBe('2026-03-29T01:30:00.000Z')
    expect(read('2026-03-29T00:59', 'Europe/London')).toBe('2026-03-29T00:59:00.000Z')
    expect(read('2026-03-29T02:00', 'Europe/London')).toBe('2026-03-29T01:00:00.000Z')
  })

  it.each([
    '',
    '2026-12-04',
    '2026-02-30T18:00',
    '2026-12-04T25:00',
    '2026-12-04T24:00',
    '2026-12-04T18:30:05Z',
    '0',
    'tomorrow',
  ])('cannot be %j', (typed) => expect(readTypedTime(typed, 'Europe/London')).toBeNull())

  it('comes back as typed in every zone, outside a change of clocks', () => {
    const zones = constantFrom(
      'UTC',
      'Europe/Kyiv',
      'America/New_York',
      'Australia/Lord_Howe',
      'Asia/Kathmandu',
      'Pacific/Kiritimati',
    )
    const minutes = integer({ min: Date.UTC(2026, 0, 1) / 60_000, max: Date.UTC(2029, 0, 1) / 60_000 })
    assert(
      property(zones, minutes, (zone, minute) => {
        const at = minute * 60_000
        const clock = wallClock(zone)
        const typed = new Date(clock(at).asUtc).toISOString().slice(0, 16)
        const found = readTypedTime(typed, zone) ?? Number.NaN
        // What clocks show is never skipped, but may come twice.
        expect(clock(found).asUtc).toBe(clock(at).asUtc)
        expect(found).toBeLessThanOrEqual(at)
        expect(at - found).toBeLessThanOrEqual(60 * 60_000)
      }),
      { seed: 20261201, numRuns: 500 },
    )
  })

  it('never throws', () => {
    assert(
      property(string({ maxLength: 40 }), (typed) => {
        const found = readTypedTime(typed, 'Europe/Kyiv')
        expect(found === null || Number.isSafeInteger(found)).toBe(true)
      }),
      { seed: 20261201, numRuns: 300 },
    )
  })
})
