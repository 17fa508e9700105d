import { assert, constantFrom, integer, property } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { longestWindowMs, quotaResetsAt, quotaWindowStart } from './quota-day.ts'

const at = (iso: string) => Date.parse(iso)
const iso = (ms: number) => new Date(ms).toISOString()

describe('the quota’s day', () => {
  it('starts at 04:00 of the same local day', () => {
    expect(iso(quotaWindowStart(at('2026-11-20T12:00:00Z'), 'Europe/Kyiv'))).toBe('2026-11-20T02:00:00.000Z')
  })

  it('still belongs to yesterday one millisecond before 04:00, and begins at 04:00 sharp', () => {
    expect(iso(quotaWindowStart(at('2026-11-20T03:59:59.999Z'), 'Europe/London'))).toBe('2026-11-19T04:00:00.000Z')
    expect(iso(quotaWindowStart(at('2026-11-20T04:00:00Z'), 'Europe/London'))).toBe('2026-11-20T04:00:00.000Z')
  })

  it('lasts 23 hours when clocks go forward and 25 when they go back', () => {
    const hours = (day: string) =>
      (quotaResetsAt(at(day), 'Europe/Berlin') - quotaWindowStart(at(day), 'Europe/Berlin')) / 3_600_000
    expect(hours('2026-03-28T12:00:00Z')).toBe(23)
    expect(hours('2026-10-24T12:00:00Z')).toBe(25)
    expect(hours('2026-06-01T12:00:00Z')).toBe(24)
  })

  it('follows the date line and half-hour zones', () => {
    expect(iso(quotaWindowStart(at('2026-11-20T12:00:00Z'), 'Pacific/Kiritimati'))).toBe('2026-11-19T14:00:00.000Z')
    expect(iso(quotaWindowStart(at('2026-11-20T12:00:00Z'), 'Asia/Kolkata'))).toBe('2026-11-19T22:30:00.000Z')
    expect(iso(quotaWindowStart(at('2026-11-20T02:00:00Z'), 'America/Sao_Paulo'))).toBe('2026-11-19T07:00:00.000Z')
  })

  it('starts at 04:00 by the wall clock, never after now and never more than 25 hours ago, in every zone', () => {
    const zones = [
      'UTC',
      'Europe/Kyiv',
      'Europe/London',
      'America/New_York',
      'America/Sao_Paulo',
      'Europe/Istanbul',
      'Australia/Lord_Howe',
      'Pacific/Apia',
      'Asia/Kathmandu',
    ]
    assert(
      property(
        constantFrom(...zones),
        integer({ min: at('2024-01-01T00:00:00Z'), max: at('2032-01-01T00:00:00Z') }),
        (zone, now) => {
          const start = quotaWindowStart(now, zone)
          const clock = new Intl.DateTimeFormat('en-GB', { timeZone: zone, timeStyle: 'medium' }).format(start)
          expect(clock).toBe('04:00:00')
          expect(now - start).toBeGreaterThanOrEqual(0)
          expect(now - start).toBeLessThan(longestWindowMs)
          expect(quotaWindowStart(start, zone)).toBe(start)
          expect(quotaResetsAt(now, zone)).toBeGreaterThan(now)
        },
      ),
      { seed: 20261120, numRuns: 400 },
    )
  })
})
