import { assert, constantFrom, integer, property } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isBookable, lobbyOpensAt, preselectedLanguages, shardOf, shownPeople, upcomingSlots } from './rules.ts'

const at = (iso: string) => Date.parse(iso)
const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const now = at('2026-11-20T12:00:00Z')

test('who waits is counted for all to see from five people on', () => {
  expect([0, 1, 4, 5, 12].map(shownPeople)).toEqual([null, null, null, 5, 12])
})

describe('preselected languages', () => {
  test('are the last choice, whatever the member speaks', () => {
    expect(preselectedLanguages({ last: ['fr', 'en'], spoken: ['uk'] }, 'de')).toEqual(['fr', 'en'])
  })

  test('are else up to three that the member speaks and pages exist in, the page’s first', () => {
    expect(preselectedLanguages({ last: null, spoken: ['it', 'uk', 'de'] }, 'de')).toEqual(['de', 'uk'])
    expect(preselectedLanguages({ last: null, spoken: ['pl', 'cs', 'fr', 'en'] }, 'en-us')).toEqual(['en', 'pl', 'cs'])
    expect(preselectedLanguages({ last: null, spoken: ['uk', 'pl'] }, 'de')).toEqual(['uk', 'pl'])
  })

  test('are else the page’s', () => {
    expect(preselectedLanguages({ last: null, spoken: ['it'] }, 'en-us')).toEqual(['en'])
    expect(preselectedLanguages({ last: null, spoken: [] }, 'tr')).toEqual(['tr'])
  })
})

describe('the shard of a member', () => {
  const members = Array.from({ length: 6_000 }, (_, index) => `member-${index}`)

  test('is one of as many as there are, and the same every time', () => {
    for (const shards of [1, 2, 3, 7]) {
      const used = members.map((member) => shardOf(member, shards))
      expect([...new Set(used)].toSorted()).toEqual(Array.from({ length: shards }, (_, shard) => shard))
      expect(members.map((member) => shardOf(member, shards))).toEqual(used)
    }
  })

  test('has about as many members as each other one', () => {
    const counts = Map.groupBy(members, (member) => shardOf(member, 3))
    for (const [, { length }] of counts) expect(Math.abs(length - 2_000)).toBeLessThan(200)
  })
})

const localTime = (zone: string) => {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short', timeStyle: 'short', hourCycle: 'h23' })
  return (slot: number) => format.format(slot).replace(', ', ' ')
}
const localSlots = (iso: string, zone: string) => upcomingSlots(at(iso), zone).map(localTime(zone))
const evening = (date: string) => ['20:00', '20:30', '21:00', '21:30'].map((time) => `${date} ${time}`)

describe('the slots of blind dates', () => {
  test('are at 20:00, 20:30, 21:00 and 21:30 on seven evenings, by the member’s clocks', () => {
    const evenings = ['20', '21', '22', '23', '24', '25', '26'].map((date) => `2026-11-${date}`)
    expect(localSlots('2026-11-20T12:00:00Z', 'Europe/Kyiv')).toEqual(evenings.flatMap(evening))
    expect(new Date(upcomingSlots(now, 'Europe/Kyiv')[0] ?? 0).toISOString()).toBe('2026-11-20T18:00:00.000Z')
  })

  test('are those of tonight that have not begun, and of six more evenings', () => {
    const slots = localSlots('2026-11-20T18:30:00Z', 'Europe/Kyiv')
    expect(slots.slice(0, 3)).toEqual(['2026-11-20 21:00', '2026-11-20 21:30', '2026-11-21 20:00'])
    expect(slots.at(-1)).toBe('2026-11-26 21:30')
  })

  test('start tomorrow once the last of tonight has begun', () => {
    const slots = localSlots('2026-11-20T19:30:00Z', 'Europe/Kyiv')
    expect(slots).toHaveLength(28)
    expect([slots[0], slots.at(-1)]).toEqual(['2026-11-21 20:00', '2026-11-27 21:30'])
  })

  test('stay at 20:00 by the clocks when these go forward or back', () => {
    const instants = (iso: string, zone: string) =>
      upcomingSlots(at(iso), zone)
        .filter((_, index) => index % 4 === 0)
        .slice(0, 3)
        .map((slot) => new Date(slot).toISOString().slice(5, 16))
    expect(instants('2026-03-27T12:00:00Z', 'Europe/Berlin')).toEqual(['03-27T19:00', '03-28T19:00', '03-29T18:00'])
    expect(instants('2026-10-23T12:00:00Z', 'Europe/Berlin')).toEqual(['10-23T18:00', '10-24T18:00', '10-25T19:00'])
  })

  test('leave out a time that clocks skip: Samoa had no 30 December 2011', () => {
    const slots = localSlots('2011-12-29T23:00:00Z', 'Pacific/Apia')
    expect(slots.slice(0, 8)).toEqual([...evening('2011-12-29'), ...evening('2011-12-31')])
    expect(slots).toHaveLength(28)
  })

  test('are the first of a time that clocks show twice: Easter Island goes from 22:00 back to 21:00', () => {
    const [before, after] = ['2026-04-05T01:00:00Z', '2026-04-05T02:45:00Z']
    const slots = upcomingSlots(at(before), 'Pacific/Easter')
    expect(slots.slice(0, 4).map((slot) => new Date(slot).toISOString().slice(5, 16))).toEqual([
      '04-05T01:30',
      '04-05T02:00',
      '04-05T02:30',
      '04-06T02:00',
    ])
    expect(localSlots(after, 'Pacific/Easter')[0]).toBe('2026-04-05 20:00')
  })

  test('start a quarter of an hour later where clocks differ from UTC by one', () => {
    expect(localSlots('2026-11-20T12:00:00Z', 'Asia/Kathmandu').slice(0, 4)).toEqual(
      ['20:15', '20:45', '21:15', '21:45'].map((time) => `2026-11-20 ${time}`),
    )
  })

  const zones = [
    'UTC',
    'Europe/Kyiv',
    'Europe/London',
    'America/New_York',
    'America/Nuuk',
    'America/Santiago',
    'America/St_Johns',
    'Africa/Cairo',
    'Asia/Kathmandu',
    'Asia/Kolkata',
    'Australia/Lord_Howe',
    'Pacific/Chatham',
    'Pacific/Easter',
    'Pacific/Kiritimati',
  ]

  test('can be booked, rise, repeat no time and are of seven evenings, at any time and in every zone', () => {
    assert(
      property(
        constantFrom(...zones),
        integer({ min: at('2024-01-01T00:00:00Z'), max: at('2032-01-01T00:00:00Z') }),
        (zone, anyTime) => {
          const slots = upcomingSlots(anyTime, zone)
          const times = slots.map(localTime(zone))
          expect(slots.every((slot) => isBookable(slot, anyTime, zone))).toBe(true)
          expect(slots.toSorted((one, other) => one - other)).toEqual(slots)
          expect(new Set(times).size).toBe(times.length)
          expect(times.filter((time) => !/ 2[01]:/.test(time))).toEqual([])
          expect(new Set(times.map((time) => time.slice(0, 10))).size).toBe(7)
        },
      ),
      { seed: 20_261_120, numRuns: 200 },
    )
  })
})

describe('a slot can be booked', () => {
  const kyiv = 'Europe/Kyiv'
  const slot = at('2026-11-20T18:00:00Z')

  test('in the future, at a whole half hour', () => {
    expect(isBookable(slot, now, kyiv)).toBe(true)
    expect(isBookable(slot + 30 * minute, now, kyiv)).toBe(true)
    expect([1, minute, 15 * minute].map((off) => isBookable(slot + off, now, kyiv))).toEqual([false, false, false])
    expect([slot, slot + 1].map((later) => isBookable(slot, later, kyiv))).toEqual([false, false])
  })

  test('within eight days', () => {
    expect(isBookable(slot + 8 * day, slot, kyiv)).toBe(true)
    expect(isBookable(slot + 8 * day + 30 * minute, slot, kyiv)).toBe(false)
  })

  test('from 17:00 to midnight by the member’s clocks', () => {
    const times = ['14:30', '15:00', '21:30', '22:00'].map((time) => at(`2026-11-20T${time}:00Z`))
    expect(times.map((time) => isBookable(time, now, kyiv))).toEqual([false, true, true, false])
    expect(times.map((time) => isBookable(time, now, 'America/New_York'))).toEqual([false, false, false, true])
  })

  test('only if it is a time at all', () => {
    const odd = [Number.NaN, Infinity, -Infinity, 0, -slot, slot + 0.5, Number.MAX_SAFE_INTEGER]
    expect(odd.map((each) => isBookable(each, now, kyiv))).toEqual(odd.map(() => false))
  })

  test('and its lobby opens five minutes before', () => {
    expect(slot - lobbyOpensAt(slot)).toBe(5 * minute)
  })
})
