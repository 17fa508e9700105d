import type { SeedMessage } from '#features/chat/contract.ts'
import { nextSentAt } from '#features/chat/rules.ts'
import type { Open } from './open-conversation.ts'

/** Adds messages of before with their own times, once each by sender and cid. No hub notifies of them. */
export function importMessages({ state, log, writer, fanOut }: Open, messages: readonly SeedMessage[]): void {
  for (const { sentAt, ...message } of messages) {
    if (log.findSent(message.from, message.cid)) continue
    writer.append({ ...message, sentAt: nextSentAt(sentAt, state.lastSentAt) })
  }
  fanOut.silentUpTo = state.head
}
