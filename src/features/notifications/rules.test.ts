import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { defaultPreferences, type QuietHours } from './contract.ts'
import { isQuiet, digestAfterMs, planDigest, previewOf, quietUntil, showingOf, toChannels, type DigestState } from './rules.ts'

it('a preview is one line of at most 140 characters', () => {
  expect(previewOf(' one\n two\t three ')).toBe('one two three')
  expect(previewOf('x'.repeat(140))).toBe('x'.repeat(140))
  expect(previewOf('x'.repeat(141))).toBe(`${'x'.repeat(139)}…`)
  expect(previewOf('💛'.repeat(140))).toBe('💛'.repeat(140))
  expect(previewOf('💛'.repeat(141))).toBe(`${'💛'.repeat(139)}…`)
})

const night: QuietHours = { start: '22:00', end: '07:30' }
const noon: QuietHours = { start: '12:00', end: '13:00' }
const quietAt = (quietHours: QuietHours | null, iso: string, timeZone = 'UTC') =>
  isQuiet({ quietHours }, Date.parse(iso), timeZone)
const endAfter = (quietHours: QuietHours | null, iso: string, timeZone = 'UTC') => {
  const end = quietUntil({ quietHours }, Date.parse(iso), timeZone)
  return end === null ? null : new Date(end).toISOString()
}

describe('quiet hours', () => {
  it('hold from their first minute to the minute before their end', () => {
    const at = (clock: string) => quietAt(noon, `2026-03-02T${clock}Z`)
    expect([at('11:59:59'), at('12:00:00'), at('12:59:59'), at('13:00:00')]).toEqual([false, true, true, false])
  })

  it('hold over midnight when the end is not after the start', () => {
    const at = (clock: string) => quietAt(night, `2026-03-02T${clock}:00Z`)
    expect([at('21:59'), at('22:00'), at('00:00'), at('07:29'), at('07:30')]).toEqual([false, true, true, true, false])
  })

  it('are the whole day when start and end are the same, and never without any', () => {
    const always = { start: '08:00', end: '08:00' }
    expect(['00:00', '08:00', '23:59'].map((clock) => quietAt(always, `2026-03-02T${clock}:00Z`))).toEqual([true, true, true])
    expect(endAfter(always, '2026-03-02T00:00:00Z')).toBeNull()
    expect(quietAt(null, '2026-03-02T00:00:00Z')).toBe(false)
  })

  it('go by the clock on the member’s wall', () => {
    expect(quietAt(night, '2026-01-10T20:30:00Z', 'Europe/Kyiv')).toBe(true)
    expect(quietAt(night, '2026-01-10T20:30:00Z', 'Europe/London')).toBe(false)
    expect(quietAt(night, '2026-01-10T20:30:00Z', 'America/New_York')).toBe(false)
    // In summer the same local time is a different instant.
    expect(quietAt(night, '2026-07-10T19:30:00Z', 'Europe/Kyiv')).toBe(true)
    expect(quietAt(night, '2026-01-10T19:30:00Z', 'Europe/Kyiv')).toBe(false)
  })

  it('end when the wall clock says so', () => {
    expect(endAfter(night, '2026-03-02T23:10:42Z')).toBe('2026-03-03T07:30:00.000Z')
    expect(endAfter(night, '2026-03-02T07:30:00Z')).toBe('2026-03-02T07:30:00.000Z')
    expect(endAfter(null, '2026-03-02T03:00:00Z')).toBe('2026-03-02T03:00:00.000Z')
  })

  it.each([
    // Berlin puts its clocks forward on 29 March 2026 at 02:00 and back on 25 October at 03:00.
    ['an hour shorter', '2026-03-28T22:00:00Z', '2026-03-29T05:30:00.000Z'],
    ['an hour longer', '2026-10-24T21:00:00Z', '2026-10-25T06:30:00.000Z'],
  ])('of a night that is %s end at the same time on the wall', (_, from, until) => {
    expect(endAfter(night, from, 'Europe/Berlin')).toBe(until)
  })

  it('that would end within the hour that is left out end with that hour', () => {
    expect(endAfter({ start: '22:00', end: '02:30' }, '2026-03-28T22:00:00Z', 'Europe/Berlin')).toBe('2026-03-29T01:00:00.000Z')
  })

  it('of almost a whole day end on the day itself, not a day later, when the clocks go forward', () => {
    expect(endAfter({ start: '02:00', end: '01:59' }, '2026-03-29T00:02:12Z', 'Europe/Kyiv')).toBe('2026-03-29T22:59:00.000Z')
    expect(endAfter({ start: '03:00', end: '02:00' }, '2026-09-05T22:00:12Z', 'America/Santiago')).toBe(
      '2026-09-06T05:00:00.000Z',
    )
  })

  it('end at the first moment that is not quiet, whatever the clocks do that day', () => {
    const changes = [
      ['Europe/Kyiv', '2026-03-29T01:00Z'],
      ['Europe/Kyiv', '2026-10-25T01:00Z'],
      ['America/New_York', '2026-03-08T07:00Z'],
      ['America/New_York', '2026-11-01T06:00Z'],
      ['Australia/Lord_Howe', '2026-04-04T15:00Z'],
      ['Australia/Lord_Howe', '2026-10-03T15:30Z'],
      ['Africa/Cairo', '2026-04-23T22:00Z'],
      ['America/Santiago', '2026-09-06T04:00Z'],
      ['Asia/Kathmandu', '2026-01-01T00:00Z'],
    ] as const
    const minute = 60_000
    const wall = fc.integer({ min: 0, max: 1439 })
    const clock = (at: number) => new Date(at * minute).toISOString().slice(11, 16)
    // Clock changes matter for long windows and for ends near the change.
    const hours = fc
      .oneof(fc.tuple(wall, wall), fc.tuple(fc.integer({ min: 0, max: 240 }), fc.integer({ min: 1, max: 90 })))
      .map(([start, less]) => ({ start: clock(start), end: clock((start + 1440 - less) % 1440) }))
    const property = fc.property(
      fc.constantFrom(...changes),
      hours,
      fc.integer({ min: -1440, max: 300 }),
      (change, quietHours, offset) => {
        const [zone, time] = change
        const now = Date.parse(time) + offset * minute + 12_345
        const end = quietUntil({ quietHours }, now, zone)
        fc.pre(end !== null)
        expect(isQuiet({ quietHours }, end, zone)).toBe(false)
        const before = Array.from({ length: 40 }, (_, n) => now + ((end - now) * n) / 40).concat(end - 1)
        if (end > now) expect(before.filter((at) => !isQuiet({ quietHours }, at, zone))).toEqual([])
      },
    )
    fc.assert(property, { seed: 20260329, numRuns: 400 })
  })
})

describe('what a notification may do', () => {
  const at = Date.parse('2026-03-02T23:00:00Z')
  const showing = (
    kind: 'message' | 'security',
    quietHours: QuietHours | null,
    set = { toast: true, sound: true, push: true, email: true },
  ) => showingOf({ quietHours, notifications: { ...defaultPreferences.notifications, [kind]: set } }, kind, at, 'UTC')

  it('is what the member has set', () => {
    expect(showing('message', null)).toEqual({ toast: true, sound: true })
    expect(showing('message', null, { toast: true, sound: false, push: true, email: true })).toEqual({
      toast: true,
      sound: false,
    })
  })

  it('is nothing without the toast: a sound alone would say nothing', () => {
    expect(showing('message', null, { toast: false, sound: true, push: true, email: true })).toEqual({
      toast: false,
      sound: false,
    })
  })

  it('is nothing in quiet hours, but security shows without a sound', () => {
    expect(showing('message', night)).toEqual({ toast: false, sound: false })
    expect(showing('security', night)).toEqual({ toast: true, sound: false })
    expect(showing('security', night, { toast: false, sound: true, push: true, email: true })).toEqual({
      toast: false,
      sound: false,
    })
  })
})

describe('an e-mail digest', () => {
  const now = Date.parse('2026-03-02T12:00:00Z')
  const hour = 3_600_000
  const message = { kind: 'message', mailAt: now } as const
  const match = { kind: 'match', mailAt: now } as const
  const plan = (state: Partial<DigestState>, at = now) =>
    planDigest(
      { waiting: [message], preferences: defaultPreferences, notifiedAt: {}, isPresent: false, timeZone: 'UTC', ...state },
      at,
    )

  it('reports notifications that were unread for ten minutes, not before', () => {
    expect(plan({}, now - 1)).toEqual({ kinds: [], again: now })
    expect(plan({})).toEqual({ kinds: ['message'], again: null })
    expect(plan({ waiting: [] })).toEqual({ kinds: [], again: null })
  })

  it('reports all kinds whose time has come', () => {
    expect(plan({ waiting: [message, match, { kind: 'request', mailAt: now + 1 }] })).toEqual({
      kinds: ['message', 'match'],
      again: now + 1,
    })
  })

  it('comes at most once in four hours for a kind, and another kind need not wait', () => {
    const told = { notifiedAt: { message: now - hour } }
    expect(plan(told)).toEqual({ kinds: [], again: now + 3 * hour })
    expect(plan(told, now + 3 * hour)).toEqual({ kinds: ['message'], again: null })
    expect(plan({ ...told, waiting: [message, match] })).toEqual({ kinds: ['match'], again: now + 3 * hour })
  })

  it('is not written while the member is here, for an hour: their window may be hidden', () => {
    expect(plan({ isPresent: true })).toEqual({ kinds: [], again: now + digestAfterMs })
    expect(plan({ isPresent: true }, now + hour - 1)).toEqual({ kinds: [], again: now + hour - 1 + digestAfterMs })
    expect(plan({ isPresent: true }, now + hour)).toEqual({ kinds: ['message'], again: null })
  })

  it('is not written of what has waited for a day', () => {
    expect(plan({}, now + 24 * hour)).toEqual({ kinds: [], again: null })
  })

  it('waits for the end of quiet hours; a day that is all quiet has none', () => {
    const preferences = { ...defaultPreferences, quietHours: noon }
    expect(plan({ preferences })).toEqual({ kinds: [], again: now + hour })
    expect(plan({ preferences }, now + hour)).toEqual({ kinds: ['message'], again: null })
    expect(plan({ preferences: { ...preferences, quietHours: { start: '00:00', end: '00:00' } } })).toEqual({
      kinds: [],
      again: null,
    })
  })

  it('reports no kind that the member wants no e-mails about', () => {
    const { notifications } = defaultPreferences
    const preferences = {
      ...defaultPreferences,
      notifications: { ...notifications, message: { toast: true, sound: true, push: true, email: false } },
    }
    expect(plan({ preferences, waiting: [message, match] })).toEqual({ kinds: ['match'], again: null })
  })
})

it('ticked boxes become channels: security e-mails stay, e-mails about likes cannot be had', () => {
  const channels = toChannels({ toast: ['message'], sound: ['message', 'like'], push: ['like'], email: ['like', 'match'] })
  expect(channels.message).toEqual({ toast: true, sound: true, push: false, email: false })
  expect(channels.like).toEqual({ toast: false, sound: true, push: true, email: false })
  expect([channels.match.email, channels.security]).toEqual([true, { toast: false, sound: false, push: false, email: true }])
})
