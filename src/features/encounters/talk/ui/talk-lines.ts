import { withoutArrived } from '#shared/realtime/message-list.ts'
import { buildLines, joinRuns, type MessageLine } from '#shared/realtime/message-lines.ts'
import type { OutboxItem } from '#shared/realtime/realtime.tsx'
import type { WireMessage } from '#shared/realtime/wire.ts'

/** Builds one column of messages and outbox items; consecutive messages of one person are grouped. */
export function talkLines(messages: readonly WireMessage[], outbox: readonly OutboxItem[], partnerId: string): MessageLine[] {
  // An acknowledgement has the viewer's member id as the author, not the alias.
  return joinRuns(buildLines(messages, withoutArrived(outbox, messages), ({ from }) => from !== partnerId))
}
