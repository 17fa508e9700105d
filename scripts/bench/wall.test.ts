import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readDay, type DayRow } from './d1/day-table.ts'
import { bytesAfter, dayFull, onlineAtMost } from './d1/growth-model.ts'
import { waitP99 } from './d1/lane.ts'
import { stepsFrom } from './d1/steps.ts'
import { capacityOf, changed, countedPrices, kindsOf, lanesFor, meanWait, pricesFor, sumOfDay, withFewerRows } from './d1/wall.ts'

const heading = '| Request | Calls | Rows read | Rows written | Times a day |'
const page = (...rows: string[]) => ['# A page', heading, '| --- | --- | --- | --- | --- |', ...rows, '', 'Text.'].join('\n')
const row = (request: string, calls: number, rowsRead: number, rowsWritten: number, times: number): DayRow => ({
  request,
  calls,
  rowsRead,
  rowsWritten,
  times,
})

describe('the table of a day', () => {
  test('has numbers with commas, a sum that is no request, and requests that are not part of the day', () => {
    const day = readDay(
      page('| a | 0.8 | 1,003 | 0 | 20 |', '| **all** | **16** | **20,060** | **0** | |', '| b | 1 | 2 | 3 | |'),
    )
    expect(day).toEqual([row('a', 0.8, 1003, 0, 20)])
  })

  test.each([
    ['# A page', 'The page has no table'],
    [page('| a | 1 each | 2 | 3 | 4 |'), "'a' has '1 each' where a number is needed"],
    [page('| a | 1 | | 3 | 4 |'), "'a' has '' where a number is needed"],
    [page('| a | 1 | 2 |'), "'a' has too few cells"],
  ])('%j is refused', (text, message) => expect(() => readDay(text)).toThrow(message))
})

describe('docs/performance.md', () => {
  const text = readFileSync(join(import.meta.dirname, '../../docs/performance.md'), 'utf8')

  test('says the sum of its day', () => {
    const { calls, rowsRead, rowsWritten } = sumOfDay(readDay(text), countedPrices)
    const [, ...stated] = /\*\*the whole day\*\* \| \*\*(\d+)\*\* \| \*\*about ([\d,]+)\*\* \| \*\*(\d+)\*\*/.exec(text) ?? []
    const [statedCalls = 0, statedRows = 0, statedWritten = 0] = stated.map((each) => Number(each.replaceAll(',', '')))
    // Each figure of the table is rounded by itself.
    expect(Math.abs(calls - statedCalls)).toBeLessThan(3)
    expect(Math.abs(rowsRead - statedRows)).toBeLessThan(100)
    expect(Math.abs(rowsWritten - statedWritten)).toBeLessThan(3)
  })

  test('has every request that a step of the design changes, and no step costs more', () => {
    const steps = stepsFrom(readDay(text)).map(({ day }) => sumOfDay(day, countedPrices))
    expect(steps).toHaveLength(4)
    expect(steps).toEqual(steps.toSorted((one, other) => other.ms - one.ms))
  })
})

describe('the model of a lane', () => {
  const prices = { call: 1, rowRead: 0.1, rowWritten: 1 }

  test('a call takes its own time and that of its rows; a request without a call takes nothing', () => {
    const kinds = kindsOf([row('a', 2, 10, 1, 900), row('b', 0, 50, 0, 900)], prices)
    expect(kinds).toEqual([{ perSecond: 1, ms: 2 }])
    expect(sumOfDay([row('a', 2, 10, 1, 900)], prices)).toEqual({ calls: 1800, rowsRead: 9000, rowsWritten: 900, ms: 3600 })
  })

  test('the mean wait is that of M/D/1 for equal calls, and of M/G/1 for others', () => {
    const equal = [{ perSecond: 1, ms: 1 }]
    // 0.6 / (2 × 0.4)
    expect(meanWait(equal, 600)).toBeCloseTo(0.75)
    expect(meanWait(equal, 1000)).toBe(Infinity)
    const mixed = [{ perSecond: 0.5, ms: 0.5 }, { perSecond: 0.5, ms: 1.5 }] // prettier-ignore
    expect(meanWait(mixed, 600)).toBeCloseTo(0.9375)
    expect(meanWait(mixed, 600)).toBeLessThan(waitP99(mixed, 600))
  })

  test('lanes are whole, and one more as soon as the others are busy for longer than their share', () => {
    const kinds = [{ perSecond: 1, ms: 1 }]
    expect([599, 600, 601].map((online) => lanesFor(online, 0.6, kinds))).toEqual([1, 1, 2])
    expect(capacityOf([row('a', 1, 0, 0, 1800)], { ...prices, call: 1 }, 0.6, 1201)).toMatchObject({ online: 600, lanes: 3 })
  })

  test('prices for a measured number of members give that number, in the same proportions', () => {
    const day = [row('a', 1, 40, 2, 30)]
    const found = pricesFor(day, 500, 0.6, prices)
    expect(capacityOf(day, found, 0.6, 1).online).toBe(500)
    expect(found.rowRead / found.call).toBeCloseTo(0.1)
  })
})

describe('a changed day', () => {
  const day = [row('a', 1, 40, 2, 30), row('b', 1, 5, 0, 3)]

  test('has the new figures and keeps the others', () => {
    expect(changed(day, [{ request: 'b', calls: 0, times: 2 }])).toEqual([day[0], row('b', 0, 5, 0, 2)])
    expect(withFewerRows(day, ['a', 'b'], 17)).toEqual([row('a', 1, 23, 2, 30), row('b', 1, 0, 0, 3)])
  })

  test('an unknown request is refused', () => expect(() => changed(day, [{ request: 'c' }])).toThrow("no 'c'"))
})

describe('growth', () => {
  const growth = [{ bytes: 10, keptDays: Infinity }, { bytes: 20, keptDays: 5 }] // prettier-ignore

  test('rows that expire stop growing after their time', () => {
    expect([0, 4, 5, 6].map((days) => bytesAfter(days, 2, growth, 100))).toEqual([200, 440, 500, 520])
  })

  test('a database is full on the first day that reaches its size, or never', () => {
    expect(dayFull(500, 2, growth, 100)).toBe(5)
    expect(dayFull(501, 2, growth, 100)).toBe(6)
    expect(dayFull(1000, 2, growth.slice(1), 100)).toBeNull()
  })

  test('a tenth of half an hour each falls into the busiest hour', () => expect(onlineAtMost(2000, 1800)).toBe(100))
})
