import type { DayRow } from './day-table.ts'
import { callMs, loadPerMember, membersAt, waitP99, type CallKind } from './lane.ts'

/** What D1 works for one call, for a row that it reads, and for one that it writes (ms). */
export type Prices = { call: number; rowRead: number; rowWritten: number }

/**
 * A page of people nearby by SQL took 5.0 ms for 1,856 rows (`npm run bench people-nearby`, 23 November 2026). A written row was not
 * measured by itself: it is taken for ten that are read.
 */
export const countedPrices: Prices = { call: callMs, rowRead: 5 / 1856, rowWritten: 50 / 1856 }

/** The same prices, all so much higher that so many members keep the lane busy for this share of the time. */
export function pricesFor(day: readonly DayRow[], online: number, share: number, prices = countedPrices): Prices {
  const factor = membersAt(share, kindsOf(day, prices)) / online
  return { call: prices.call * factor, rowRead: prices.rowRead * factor, rowWritten: prices.rowWritten * factor }
}

/** Seconds that the day's member is online. */
export const onlineS = 30 * 60

/** The calls that a member of this day makes. A request without a call takes nothing, whatever its rows. */
export function kindsOf(day: readonly DayRow[], prices: Prices): CallKind[] {
  return day.flatMap(({ calls, rowsRead, rowsWritten, times }): CallKind[] => {
    if (calls * times === 0) return []
    const ms = prices.call + (rowsRead * prices.rowRead + rowsWritten * prices.rowWritten) / calls
    return [{ perSecond: (times * calls) / onlineS, ms }]
  })
}

/** What a design changes in a request: its new figures; those that are left out stay. */
export type Change = { request: string } & Partial<Omit<DayRow, 'request'>>

/** The day after these changes. Throws for a request that the day does not have. */
export function changed(day: readonly DayRow[], changes: readonly Change[]): DayRow[] {
  const unknown = changes.filter(({ request }) => !day.some((row) => row.request === request))
  if (unknown.length > 0) throw new Error(`The day has no ${unknown.map(({ request }) => `'${request}'`).join(', ')}`)
  return day.map((row) => Object.assign({}, row, ...changes.filter(({ request }) => request === row.request)))
}

/** The same with so many rows fewer in each of these requests. */
export function withFewerRows(day: readonly DayRow[], requests: readonly string[], rows: number): DayRow[] {
  const known = requests.map((request) => ({ request, rowsRead: day.find((row) => row.request === request)?.rowsRead ?? 0 }))
  return changed(
    day,
    known.map(({ request, rowsRead }) => ({ request, rowsRead: Math.max(0, rowsRead - rows) })),
  )
}

export type DaySum = { calls: number; rowsRead: number; rowsWritten: number; ms: number }

export function sumOfDay(day: readonly DayRow[], prices: Prices): DaySum {
  const sum = (field: 'calls' | 'rowsRead' | 'rowsWritten') => day.reduce((total, row) => total + row[field] * row.times, 0)
  return {
    calls: sum('calls'),
    rowsRead: sum('rowsRead'),
    rowsWritten: sum('rowsWritten'),
    ms: loadPerMember(kindsOf(day, prices)) * onlineS * 1000,
  }
}

/**
 * The mean wait of a call (ms) by the formula of Pollaczek and Khinchine, for arrivals without memory at one lane (M/G/1). Infinite
 * where more arrives than one lane can do.
 */
export function meanWait(kinds: readonly CallKind[], online: number): number {
  const busy = online * loadPerMember(kinds)
  if (busy >= 1) return Infinity
  const squaresPerMs = (online * kinds.reduce((sum, { perSecond, ms }) => sum + perSecond * ms * ms, 0)) / 1000
  return squaresPerMs / (2 * (1 - busy))
}

/** How many lanes so many members need, if each is busy for this share of the time and none does another's work. */
export function lanesFor(online: number, share: number, kinds: readonly CallKind[]): number {
  return Math.ceil((online * loadPerMember(kinds)) / share)
}

export type Capacity = { online: number; meanMs: number; p99Ms: number; lanes: number }

/** The members at which one lane is busy for this share of the time, a call's wait then, and the lanes that `goal` members need. */
export function capacityOf(day: readonly DayRow[], prices: Prices, share: number, goal: number): Capacity {
  const kinds = kindsOf(day, prices)
  const online = Math.round(membersAt(share, kinds))
  return { online, meanMs: meanWait(kinds, online), p99Ms: waitP99(kinds, online), lanes: lanesFor(goal, share, kinds) }
}
