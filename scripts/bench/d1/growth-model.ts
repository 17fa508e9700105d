/** What a member's day adds to a table, in bytes with its indexes, and for how many days a row stays. */
export type Growth = { bytes: number; keptDays: number }

/** Likes, passes and visits of a member's day, between ids of 22 characters (docs/growth.md). */
export const relations: readonly Growth[] = [
  { bytes: 1544, keptDays: Infinity },
  { bytes: 2460, keptDays: 90 },
  { bytes: 1085, keptDays: 30 },
]

/** The bytes of so many members who come every day, after so many days. `each`: what every account has from its first day. */
export function bytesAfter(days: number, members: number, growth: readonly Growth[], each: number): number {
  return members * (each + growth.reduce((sum, { bytes, keptDays }) => sum + bytes * Math.min(days, keptDays), 0))
}

const years = 100

/** The first day on which so many members fill a database of this size; null if they never do. */
export function dayFull(limit: number, members: number, growth: readonly Growth[], each: number): number | null {
  if (bytesAfter(years * 365, members, growth, each) < limit) return null
  let [low, high] = [0, years * 365]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (bytesAfter(middle, members, growth, each) < limit) low = middle
    else high = middle
  }
  return high
}

/** A tenth of the day's use comes in its busiest hour. */
const busiestHour = 0.1

/** How many are online at the busiest time of a day on which so many members are online for so long each. */
export const onlineAtMost = (members: number, onlineS: number): number => (members * onlineS * busiestHour) / 3600
