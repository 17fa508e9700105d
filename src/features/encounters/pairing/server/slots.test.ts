import { assert, constantFrom, integer, property } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isBookable, listSlots, upcomingSlots } from './slots.ts'

const at = (iso: string) => Date.parse(iso)
const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const now = at('2026-11-20T12:00:00Z')

const localTime = (zone: string) => {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short', timeStyle: 'short', hourCycle: 'h23' })
  return (slot: number) => format.format(slot).replace(', ', ' ')
}
const localSlots = (iso: string, zone: string) => upcomingSlots(at(iso), zone).map(localTime(zone))
const evening = (date: string) => [`${date} 20:00`, `${date} 21:00`]
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
const anyZone = constantFrom(...zones)
const anyTime = integer({ min: at('2024-01-01T00:00:00Z'), max: at('2032-01-01T00:00:00Z') })
/** 'Tue' or 'Sun', of what `localTime` shows. */
const weekdayOf = (time: string) => new Date(`${time.slice(0, 10)}T00:00:00Z`).toUTCString().slice(0, 3)

describe('the slots of blind dates', () => {
  test('are at 20:00 and 21:00 on the next four Tuesdays and Sundays, by the member’s clocks', () => {
    const evenings = ['2026-11-22', '2026-11-24', '2026-11-29', '2026-12-01']
    expect(localSlots('2026-11-20T12:00:00Z', 'Europe/Kyiv')).toEqual(evenings.flatMap(evening))
    expect(new Date(upcomingSlots(now, 'Europe/Kyiv')[0] ?? 0).toISOString()).toBe('2026-11-22T18:00:00.000Z')
  })

  test('are those of tonight that have not begun, and of three more evenings', () => {
    const slots = localSlots('2026-11-24T18:00:00Z', 'Europe/Kyiv')
    expect(slots.slice(0, 3)).toEqual(['2026-11-24 21:00', ...evening('2026-11-29')])
    expect(slots.at(-1)).toBe('2026-12-06 21:00')
  })

  test('start on the next evening once the last of tonight has begun', () => {
    const slots = localSlots('2026-11-24T19:00:00Z', 'Europe/Kyiv')
    expect(slots).toHaveLength(8)
    expect([slots[0], slots.at(-1)]).toEqual(['2026-11-29 20:00', '2026-12-08 21:00'])
  })

  test('are of the weekday that the member’s clocks show, wherever the week begins earlier or later', () => {
    // In Honolulu it is still Monday, in Auckland already Wednesday.
    const tuesday = '2026-11-24T09:00:00Z'
    expect(localSlots(tuesday, 'Pacific/Honolulu')[0]).toBe('2026-11-24 20:00')
    expect(localSlots('2026-11-24T12:00:00Z', 'Pacific/Auckland')[0]).toBe('2026-11-29 20:00')
    expect(localSlots('2026-11-24T12:00:00Z', 'UTC')[0]).toBe('2026-11-24 20:00')
  })

  test('stay at 20:00 by the clocks when these go forward or back', () => {
    const instants = (iso: string, zone: string) =>
      upcomingSlots(at(iso), zone)
        .filter((_, index) => index % 2 === 0)
        .slice(0, 3)
        .map((slot) => new Date(slot).toISOString().slice(5, 16))
    expect(instants('2026-03-24T12:00:00Z', 'Europe/Berlin')).toEqual(['03-24T19:00', '03-29T18:00', '03-31T18:00'])
    expect(instants('2026-10-20T12:00:00Z', 'Europe/Berlin')).toEqual(['10-20T18:00', '10-25T19:00', '10-27T19:00'])
  })

  test('are of four evenings even where clocks skip a day: Samoa had no 30 December 2011', () => {
    const evenings = ['2011-12-27', '2012-01-01', '2012-01-03', '2012-01-08']
    for (const iso of ['2011-12-27T12:00:00Z', '2011-12-28T05:00:00Z'])
      expect(localSlots(iso, 'Pacific/Apia')).toEqual(evenings.flatMap(evening))
    expect(localSlots('2011-12-30T09:00:00Z', 'Pacific/Apia')[0]).toBe('2012-01-01 20:00')
  })

  test('start a quarter of an hour later where clocks differ from UTC by one', () => {
    expect(localSlots('2026-11-20T12:00:00Z', 'Asia/Kathmandu').slice(0, 4)).toEqual([
      '2026-11-22 20:15',
      '2026-11-22 21:15',
      '2026-11-24 20:15',
      '2026-11-24 21:15',
    ])
  })

  test('can be booked, rise, repeat no time and are of four evenings, at any time and in every zone', () => {
    assert(
      property(anyZone, anyTime, (zone, time) => {
        const slots = upcomingSlots(time, zone)
        const times = slots.map(localTime(zone))
        expect(slots.every((slot) => isBookable(slot, time, zone))).toBe(true)
        expect(slots.toSorted((one, other) => one - other)).toEqual(slots)
        expect(new Set(times).size).toBe(times.length)
        expect(times.filter((each) => !/ 2[01]:(00|15)$/.test(each))).toEqual([])
        expect([...new Set(times.map(weekdayOf))].toSorted()).toEqual(['Sun', 'Tue'])
        expect(new Set(times.map((each) => each.slice(0, 10))).size).toBe(4)
      }),
      { seed: 20_261_120, numRuns: 200 },
    )
  })

  test('are the same as those found by looking at every half hour', () => {
    assert(
      property(anyZone, anyTime, (zone, time) => {
        const slots = upcomingSlots(time, zone)
        const first = Math.ceil((time + 1) / (30 * minute)) * 30 * minute
        const all = Array.from({ length: 16 * 48 }, (_, index) => first + index * 30 * minute)
        const read = localTime(zone)
        const found = all.filter((slot) => / 2[01]:(00|15)$/.test(read(slot)) && ['Sun', 'Tue'].includes(weekdayOf(read(slot))))
        expect(found.slice(0, slots.length)).toEqual(slots)
      }),
      { seed: 20_261_201, numRuns: 20 },
    )
  })
})

describe('the times that the page lists', () => {
  const kyiv = 'Europe/Kyiv'
  const listed = (iso: string, attended: readonly string[], zone = kyiv) =>
    listSlots(at(iso), zone, attended.map(at)).map(localTime(zone))

  test('are those of the evenings and, on these, the attended ones from 17:00 to midnight', () => {
    const attended = ['14:30', '15:00', '16:30', '18:00', '21:30', '22:00'].map((time) => `2026-11-24T${time}:00Z`)
    const tuesday = listed('2026-11-23T12:00:00Z', attended).filter((time) => time.startsWith('2026-11-24'))
    expect(tuesday).toEqual(['17:00', '18:30', '20:00', '21:00', '23:30'].map((time) => `2026-11-24 ${time}`))
  })

  test('include no attended one of another day, whatever the day elsewhere', () => {
    // Eight on Tuesday in New York is three on Wednesday in Kyiv.
    const others = ['2026-11-25T01:00:00Z', '2026-11-25T18:00:00Z', '2026-11-23T18:30:00Z', '2026-11-21T19:30:00Z']
    expect(listed('2026-11-20T12:00:00Z', others)).toEqual(localSlots('2026-11-20T12:00:00Z', kyiv))
  })

  test('include tonight’s after the last slot of the evening, but none that has begun', () => {
    const late = '2026-11-24T19:30:00Z'
    const attended = ['2026-11-24T18:30:00Z', late, '2026-11-24T20:00:00Z']
    expect(listed(late, attended).slice(0, 2)).toEqual(['2026-11-24 22:00', '2026-11-29 20:00'])
  })

  test('end with the fourth evening', () => {
    const attended = ['2026-12-01T20:00:00Z', '2026-12-06T17:30:00Z']
    expect(listed('2026-11-20T12:00:00Z', attended).at(-1)).toBe('2026-12-01 22:00')
  })

  test('are those of the evenings with what is attended, in order, once and on the same days, in every zone', () => {
    assert(
      property(anyZone, anyTime, (zone, time) => {
        const own = upcomingSlots(time, zone)
        const first = Math.ceil(time / (30 * minute)) * 30 * minute
        const slots = listSlots(
          time,
          zone,
          Array.from({ length: 17 * 48 }, (_, index) => first + index * 30 * minute),
        )
        const times = slots.map(localTime(zone))
        expect(slots.toSorted((one, other) => one - other)).toEqual(slots)
        expect(new Set(slots).size).toBe(slots.length)
        expect(own.every((slot) => slots.includes(slot))).toBe(true)
        expect([...new Set(times.map(weekdayOf))].toSorted()).toEqual(['Sun', 'Tue'])
        expect(times.filter((each) => each.slice(11) < '17:00')).toEqual([])
        expect(slots.every((slot) => slot > time)).toBe(true)
        expect(times.at(-1)?.slice(0, 10)).toBe(own.map(localTime(zone)).at(-1)?.slice(0, 10))
      }),
      { seed: 20_261_121, numRuns: 40 },
    )
  })
})

describe('a slot can be booked', () => {
  const kyiv = 'Europe/Kyiv'
  const slot = at('2026-11-24T18:00:00Z')

  test('in the future, at 20:00 and 21:00 of an evening', () => {
    expect([slot, slot + hour].map((each) => isBookable(each, now, kyiv))).toEqual([true, true])
    const others = [1, minute, 15 * minute, 30 * minute, -hour, 2 * hour, day, -day]
    expect(others.map((off) => isBookable(slot + off, now, kyiv))).toEqual(others.map(() => false))
    expect([slot, slot + 1].map((later) => isBookable(slot, later, kyiv))).toEqual([false, false])
  })

  test('on one of the next four evenings', () => {
    expect([7, 14, 21].map((days) => isBookable(slot + days * day, now, kyiv))).toEqual([true, false, false])
  })

  test('else if enough people come, on an evening from 17:00 to midnight by the member’s clocks', () => {
    const times = ['14:30', '15:00', '21:30', '22:00'].map((time) => at(`2026-11-24T${time}:00Z`))
    expect(times.map((time) => isBookable(time, now, kyiv))).toEqual([false, false, false, false])
    expect(times.map((time) => isBookable(time, now, kyiv, times))).toEqual([false, true, true, false])
    expect(times.map((time) => isBookable(time, now, 'America/New_York', times))).toEqual([false, false, false, true])
    expect(isBookable(slot + 30 * minute + 1, now, kyiv, [slot + 30 * minute + 1])).toBe(false)
  })

  test('only if it is a time at all', () => {
    const odd = [Number.NaN, Infinity, -Infinity, 0, -slot, slot + 0.5, Number.MAX_SAFE_INTEGER]
    expect(odd.map((each) => isBookable(each, now, kyiv, odd))).toEqual(odd.map(() => false))
  })
})
