import type { OutboxItem } from '#shared/realtime/realtime.tsx'
import type { Receipt, WireMessage } from '#shared/realtime/wire.ts'
import { receiptOf, type ReceiptState } from './receipts.ts'

export type TimelineMessage = {
  key: string
  /** The message as the server has it; null while it is on its way. */
  sent: WireMessage | null
  /** The message on its way; null once it is sent. */
  waiting: OutboxItem | null
  isOwn: boolean
  at: number
  status: ReceiptState | OutboxItem['status']
  /** Ends of a run of one person's messages: the first has space above, the last carries the time. */
  isFirst: boolean
  isLast: boolean
}
export type TimelineDay = { key: string; label: string; messages: TimelineMessage[] }

type Options = { viewerId: string; dayOf: (at: number) => string; marks: readonly Receipt[] }

/** Messages so close together belong to one run. */
const runMs = 5 * 60_000

/** Builds one column of messages and outbox items: day by day, one person's runs held together. */
export function buildTimeline(
  messages: readonly WireMessage[],
  pending: readonly OutboxItem[],
  { viewerId, dayOf, marks }: Options,
): TimelineDay[] {
  const all: TimelineMessage[] = [
    ...messages.map((sent) => {
      const isOwn = sent.from === viewerId
      return entry(sent.cid, sent.sentAt, { isOwn, sent, waiting: null, status: isOwn ? receiptOf(sent, marks) : 'sent' })
    }),
    ...pending.map((waiting) =>
      entry(waiting.cid, waiting.createdAt, { isOwn: true, sent: null, waiting, status: waiting.status }),
    ),
  ]
  const days: TimelineDay[] = []
  let before: TimelineMessage | undefined
  for (const current of all) {
    const label = dayOf(current.at)
    const day = days.at(-1)
    if (day?.label !== label) {
      // Keyed by its name, so that a day stays the same when older messages join it. Clocks that differ may repeat a name.
      const times = days.filter((other) => other.label === label).length
      days.push({ key: times === 0 ? label : `${label} ${times}`, label, messages: [current] })
    } else {
      if (before && isSameRun(before, current)) {
        before.isLast = false
        current.isFirst = false
      }
      day.messages.push(current)
    }
    before = current
  }
  return days
}

function entry(cid: string, at: number, facts: Pick<TimelineMessage, 'isOwn' | 'sent' | 'waiting' | 'status'>): TimelineMessage {
  // A message keeps its key from pending to sent, so that it moves instead of being mounted again; cids are unique per
  // sender.
  return { ...facts, key: `${facts.isOwn ? 'own' : 'other'}-${cid}`, at, isFirst: true, isLast: true }
}

function isSameRun(before: TimelineMessage, current: TimelineMessage): boolean {
  return before.isOwn === current.isOwn && Math.abs(current.at - before.at) < runMs && before.status !== 'failed'
}
