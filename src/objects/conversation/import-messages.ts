import type { SeedMessage } from '#features/chat/contract.ts'
import { nextSentAt } from '#features/chat/rules.ts'
import type { Open } from './open-conversation.ts'

/**
 * Adds earlier messages with their own times, once each by sender and cid. Hubs create no notifications for them. Returns the seq
 * of the last one; 0 without any.
 */
export function importMessages({ state, log, writer, fanOut }: Open, messages: readonly SeedMessage[]): number {
  let last = 0
  for (const { sentAt, ...message } of messages) {
    const known = log.findSent(message.from, message.cid)
    last = known?.seq ?? writer.append({ ...message, sentAt: nextSentAt(sentAt, state.lastSentAt) }) ?? last
  }
  fanOut.silentUpTo = Math.max(fanOut.silentUpTo, last)
  return last
}
