import type { OutboxItem } from '#shared/realtime.tsx'
import type { Marks, WireMessage } from '#shared/wire.ts'
import { markOf, type OwnMark } from './marks.ts'

export type TimelineMessage = {
  kind: 'message'
  key: string
  text: string
  isOwn: boolean
  at: number
  status: OwnMark | OutboxItem['status']
  cid: string
  /** Ends of a run of messages of one person: the first has space above, the last carries the time. */
  isFirst: boolean
  isLast: boolean
}
export type TimelineDay = { kind: 'day'; key: string; label: string }

type Options = { viewerId: string; dayOf: (at: number) => string; marks: readonly Marks[] }

/** Messages so close together belong to one run. */
const runMs = 5 * 60_000

/** Messages and what is still on its way as one column: a separator per day, runs of one person held together. */
export function buildTimeline(
  messages: readonly WireMessage[],
  pending: readonly OutboxItem[],
  { viewerId, dayOf, marks }: Options,
): (TimelineMessage | TimelineDay)[] {
  const all: TimelineMessage[] = [
    ...messages.map(({ seq, cid, text, from, sentAt }) =>
      entry(cid, text, sentAt, from === viewerId, from === viewerId ? markOf({ seq }, marks) : 'sent'),
    ),
    ...pending.map(({ cid, text, createdAt, status }) => entry(cid, text, createdAt, true, status)),
  ]
  const column: (TimelineMessage | TimelineDay)[] = []
  let day = ''
  for (const [index, current] of all.entries()) {
    const label = dayOf(current.at)
    const before = all[index - 1]
    if (label !== day) {
      column.push({ kind: 'day', key: `day-${label}`, label })
      day = label
      if (before) before.isLast = true
      current.isFirst = true
    } else if (before && isSameRun(before, current)) {
      before.isLast = false
      current.isFirst = false
    }
    column.push(current)
  }
  return column
}

function entry(cid: string, text: string, at: number, isOwn: boolean, status: TimelineMessage['status']): TimelineMessage {
  // A message keeps its key from pending to sent, so that it moves instead of being drawn anew; cids are unique per sender.
  return { kind: 'message', key: `${isOwn ? 'own' : 'other'}-${cid}`, cid, text, at, isOwn, status, isFirst: true, isLast: true }
}

function isSameRun(before: TimelineMessage, current: TimelineMessage): boolean {
  return before.isOwn === current.isOwn && Math.abs(current.at - before.at) < runMs && before.status !== 'failed'
}
