import type { OutboxItem } from './realtime.tsx'
import type { WireMessage } from './wire.ts'

/** One message as a log shows it. */
export type MessageLine = {
  key: string
  /** The message as the server has it; null while it is on its way. */
  sent: WireMessage | null
  /** The message on its way; null once it is sent. */
  waiting: OutboxItem | null
  isOwn: boolean
  at: number
  /** Ends of a run of one person's messages: the first has space above, the last carries the time. */
  isFirst: boolean
  isLast: boolean
}

/** Messages so close together belong to one run. */
const runMs = 5 * 60_000

/** Builds one column of messages and outbox items; each is a separate group until `joinRuns`. */
export function buildLines(
  messages: readonly WireMessage[],
  pending: readonly OutboxItem[],
  isOwn: (message: WireMessage) => boolean,
): MessageLine[] {
  return [
    ...messages.map((sent) => line(sent.cid, { isOwn: isOwn(sent), sent, waiting: null, at: sent.sentAt })),
    ...pending.map((waiting) => line(waiting.cid, { isOwn: true, sent: null, waiting, at: waiting.createdAt })),
  ]
}

/** Groups consecutive messages of one person. A failed one ends its group, because its options are shown below it. */
export function joinRuns<Line extends MessageLine>(lines: readonly Line[]): Line[] {
  return lines.map((current, index) => ({
    ...current,
    isFirst: !isSameRun(lines[index - 1], current),
    isLast: !isSameRun(current, lines[index + 1]),
  }))
}

function line(cid: string, facts: Pick<MessageLine, 'isOwn' | 'sent' | 'waiting' | 'at'>): MessageLine {
  // A message keeps its key from pending to sent, so that it moves instead of being mounted again; cids are unique per
  // sender.
  return { ...facts, key: `${facts.isOwn ? 'own' : 'other'}-${cid}`, isFirst: true, isLast: true }
}

function isSameRun(before: MessageLine | undefined, current: MessageLine | undefined): boolean {
  if (!before || !current) return false
  return before.isOwn === current.isOwn && Math.abs(current.at - before.at) < runMs && before.waiting?.status !== 'failed'
}
