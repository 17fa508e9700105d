/** Seqs of the messages that a member has not read, as ranges `[first, last]`, ascending: usually one or a few. */
export type Unread = readonly (readonly [first: number, last: number])[]

/** Above this number, the oldest ranges merge over their gap: some read messages count as unread, and a row stays small. */
const mostRanges = 300

export function countOf(unread: Unread): number {
  return unread.reduce((sum, [first, last]) => sum + last - first + 1, 0)
}

/** Adds one more message of the partner. */
export function withUnread(unread: Unread, seq: number): Unread {
  if (unread.some(([first, last]) => first <= seq && seq <= last)) return unread
  const ranges: [number, number][] = []
  for (const [first, last] of [...unread, [seq, seq] as const].sort((a, b) => a[0] - b[0])) {
    const before = ranges.at(-1)
    if (before && before[1] + 1 === first) before[1] = last
    else ranges.push([first, last])
  }
  const [oldest, next, ...rest] = ranges
  return oldest && next && ranges.length > mostRanges ? [[oldest[0], next[1]], ...rest] : ranges
}

/** Removes everything up to `position`, which has been read. */
export function readUpTo(unread: Unread, position: number): Unread {
  return unread.filter(([, last]) => last > position).map(([first, last]) => [Math.max(first, position + 1), last])
}

/** Removes a deleted message. */
export function withoutUnread(unread: Unread, seq: number): Unread {
  return unread.flatMap(([first, last]): Unread => {
    if (seq < first || seq > last) return [[first, last]]
    return [...(first < seq ? [[first, seq - 1] as const] : []), ...(seq < last ? [[seq + 1, last] as const] : [])]
  })
}
