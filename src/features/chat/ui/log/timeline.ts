import { buildLines, joinRuns, type MessageLine } from '#shared/realtime/message-lines.ts'
import type { OutboxItem } from '#shared/realtime/realtime.tsx'
import type { Receipt, WireMessage } from '#shared/realtime/wire.ts'
import { receiptOf, type ReceiptState } from './receipts.ts'

export type TimelineMessage = MessageLine & { status: ReceiptState | OutboxItem['status'] }
export type TimelineDay = { key: string; label: string; messages: TimelineMessage[] }

type Options = { viewerId: string; dayOf: (at: number) => string; marks: readonly Receipt[] }

/** Builds one column of messages and outbox items: by day, with consecutive messages of one person grouped. */
export function buildTimeline(
  messages: readonly WireMessage[],
  pending: readonly OutboxItem[],
  { viewerId, dayOf, marks }: Options,
): TimelineDay[] {
  const days: TimelineDay[] = []
  for (const line of buildLines(messages, pending, ({ from }) => from === viewerId)) {
    const current = { ...line, status: statusOf(line, marks) }
    const label = dayOf(line.at)
    const day = days.at(-1)
    if (day?.label === label) {
      day.messages.push(current)
      continue
    }
    // Keyed by its name, so that a day stays the same when older messages join it. With differing clocks, a name may occur twice.
    const times = days.filter((other) => other.label === label).length
    days.push({ key: times === 0 ? label : `${label} ${times}`, label, messages: [current] })
  }
  return days.map((day) => ({ ...day, messages: joinRuns(day.messages) }))
}

function statusOf({ sent, waiting, isOwn }: MessageLine, marks: readonly Receipt[]): TimelineMessage['status'] {
  if (waiting) return waiting.status
  return sent && isOwn ? receiptOf(sent, marks) : 'sent'
}
