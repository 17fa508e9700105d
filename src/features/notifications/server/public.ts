import { openDatabase } from '#db/database.ts'
import type { Sender } from '../rules.ts'
import { findSender } from './queries.ts'

export { messageNotification, previewOf } from '../rules.ts'
export { NotificationStore } from './notification-store.ts'

const keptForMs = 5 * 60_000

/** Remembers senders for some minutes, so that a lively chat in the background does not ask D1 for the name each time. */
export function createSenders(binding: D1Database) {
  const known = new Map<string, { sender: Promise<Sender | null>; until: number }>()
  return {
    find(memberId: string, now: number): Promise<Sender | null> {
      const kept = known.get(memberId)
      if (kept && kept.until > now) return kept.sender
      const sender = findSender(openDatabase(binding), memberId)
      known.set(memberId, { sender, until: now + keptForMs })
      // A failure must not be remembered as an answer.
      sender.catch(() => known.delete(memberId))
      return sender
    },
  }
}
