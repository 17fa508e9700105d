import type { DayRow } from './day-table.ts'
import { changed, withFewerRows } from './wall.ts'

/** A member's day after a step of docs/decisions/055, each after the one before. */
export type Step = { name: string; day: DayRow[] }

/** Signed-in pages: each counts new visitors for its badge. */
const pages = [
  'people nearby',
  'people nearby, three filters',
  'people nearby, anywhere',
  'people nearby, nobody fits',
  'profile',
  'likes',
  'visitors',
  'favourites',
  'messages',
  'settings',
]
/** Of the 17 rows of this badge, those of visits and passes; the visitors' profiles are still read. */
const badgeRows = 6
/** A list of 24 cards reads its own row of each, which then comes from the hub. */
const listRows = 24

/** `today` is the day of docs/performance.md. What a step saves is estimated from the statements, and was not measured. */
export function stepsFrom(today: DayRow[]): Step[] {
  // A page with a second socket reports what was read there.
  const connected = changed(today, [{ request: 'read mark', times: 0 }])
  const relations = withFewerRows(withFewerRows(connected, pages, badgeRows), ['likes', 'visitors'], listRows)
  const moved = changed(relations, [
    // One read: session, own state, the day's time zone, premium, and whether the other can be reached.
    { request: 'like', rowsRead: 14, rowsWritten: 0 },
    { request: 'pass', calls: 0, rowsRead: 0, rowsWritten: 0 },
    { request: 'visit', calls: 0, rowsRead: 0, rowsWritten: 0 },
  ])
  const notified = changed(moved, [
    { request: 'message over the socket', times: 0 },
    { request: 'window gets the focus', times: 0 },
    { request: 'socket opens', calls: 1, rowsRead: 15 },
    { request: 'activity noted', times: 6 },
  ])
  return [
    { name: 'today', day: today },
    { name: 'read marks over the second socket', day: connected },
    { name: 'likes, passes and visits in hubs', day: moved },
    { name: 'access, focus and activity by way of hubs', day: notified },
  ]
}
