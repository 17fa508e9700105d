import type { Waiting } from '../contract.ts'

/** Whoever waits longest first, each with the first one who suits. */
export function choosePairs(
  waiting: readonly Waiting[],
  _now: number,
  isForbidden: (one: string, other: string) => boolean,
): (readonly [Waiting, Waiting])[] {
  const queue = waiting.toSorted((one, other) => one.since - other.since)
  const pairs: (readonly [Waiting, Waiting])[] = []
  const isSettled = new Set<string>()
  for (const one of queue) {
    if (isSettled.has(one.ticket)) continue
    isSettled.add(one.ticket)
    const other = queue.find(
      (each) =>
        !isSettled.has(each.ticket) &&
        !isForbidden(one.member, each.member) &&
        !one.past.includes(each.token) &&
        !each.past.includes(one.token),
    )
    if (!other) continue
    isSettled.add(other.ticket)
    pairs.push([one, other])
  }
  return pairs
}
