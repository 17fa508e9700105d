import { describe, expect, test } from 'vitest'
import { createFormat } from './format.ts'
import { findLocale } from './locales.ts'

const ago = (at: string, now: string, zone: string, code = 'en') => {
  const locale = findLocale(code)
  if (!locale) throw new Error(code)
  return createFormat(locale, zone, () => 'just now')
    .ago(Date.parse(at), Date.parse(now))
    .replaceAll('\u00a0', ' ')
}

describe('how long ago something was', () => {
  test.each([
    ['2026-11-28T12:00:00Z', '2026-11-28T12:00:59Z', 'UTC', 'just now'],
    ['2026-11-28T12:00:01Z', '2026-11-28T12:00:00Z', 'UTC', 'just now'],
    ['2026-11-28T12:00Z', '2026-11-28T12:01:50Z', 'UTC', '1 minute ago'],
    ['2026-11-28T12:00:00Z', '2026-11-28T12:59:50Z', 'UTC', '59 minutes ago'],
    ['2026-11-28T12:00Z', '2026-11-28T13:59Z', 'UTC', '1 hour ago'],
    // Within 24 hours, hours: whole ones that have passed
    ['2026-11-28T00:10Z', '2026-11-28T23:30Z', 'UTC', '23 hours ago'],
    ['2026-11-27T12:18Z', '2026-11-28T12:00Z', 'UTC', '23 hours ago'],
    ['2026-11-27T23:30Z', '2026-11-28T00:30Z', 'UTC', '1 hour ago'],
    // Then days of the calendar
    ['2026-11-27T12:00Z', '2026-11-28T12:00Z', 'UTC', 'yesterday'],
    ['2026-11-27T00:00Z', '2026-11-28T23:59Z', 'UTC', 'yesterday'],
    ['2026-11-26T23:30Z', '2026-11-28T00:30Z', 'UTC', '2 days ago'],
    ['2026-11-26T23:00Z', '2026-11-28T22:00Z', 'UTC', '2 days ago'],
    ['2026-11-26T00:01Z', '2026-11-28T23:59Z', 'UTC', '2 days ago'],
    // The same moments in another zone are other days
    ['2026-11-26T23:30Z', '2026-11-28T00:30Z', 'Europe/Berlin', 'yesterday'],
    ['2026-11-26T23:30Z', '2026-11-28T09:30Z', 'America/Los_Angeles', '2 days ago'],
    ['2026-11-26T11:00Z', '2026-11-27T13:00Z', 'Pacific/Kiritimati', 'yesterday'],
    // Clocks are put forward: 28 March has 24 hours, 29 March 23
    ['2026-03-27T22:00Z', '2026-03-29T10:00Z', 'Europe/Berlin', '2 days ago'],
    ['2026-03-28T22:30Z', '2026-03-29T22:30Z', 'Europe/Berlin', '2 days ago'],
    ['2026-03-28T11:00Z', '2026-03-29T10:30Z', 'Europe/Berlin', '23 hours ago'],
    ['2026-03-28T10:00Z', '2026-03-29T10:00Z', 'Europe/Berlin', 'yesterday'],
    // Clocks are put back: 25 October has 25 hours
    ['2026-10-24T22:05Z', '2026-10-25T22:55Z', 'Europe/Berlin', '24 hours ago'],
    ['2026-10-24T21:05Z', '2026-10-25T22:55Z', 'Europe/Berlin', 'yesterday'],
    ['2026-10-24T12:00Z', '2026-10-25T12:30Z', 'Europe/Berlin', 'yesterday'],
  ])('%s at %s in %s: %s', (at, now, zone, right) => expect(ago(at, now, zone)).toBe(right))

  test.each([
    ['de', 'vorgestern'],
    ['fr', 'avant-hier'],
    ['es', 'anteayer'],
    ['uk', 'позавчора'],
    ['pl', 'przedwczoraj'],
    ['tr', 'evvelsi gün'],
  ])(
    // prettier-ignore
    'the day before yesterday in %s: %s',
    (code, right) => expect(ago('2026-11-26T23:30Z', '2026-11-28T00:30Z', 'UTC', code)).toBe(right),
  )
})
