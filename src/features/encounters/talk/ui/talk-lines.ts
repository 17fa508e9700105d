import { withoutArrived } from '#shared/realtime/message-list.ts'
import { buildLines, joinRuns, type MessageLine } from '#shared/realtime/message-lines.ts'
import type { OutboxItem } from '#shared/realtime/realtime.tsx'
import type { WireMessage } from '#shared/realtime/wire.ts'

/** Builds one column of messages and outbox items; one person's runs are held together. */
export function talkLines(messages: readonly WireMessage[], outbox: readonly OutboxItem[], partnerId: string): MessageLine[] {
  // An acknowledgement shows the viewer's own message under their member id, not under the alias.
  return joinRuns(buildLines(messages, withoutArrived(outbox, messages), ({ from }) => from !== partnerId))
}
