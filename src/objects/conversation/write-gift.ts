import { nextSentAt } from '#features/chat/rules.ts'
import type { GiftInput, GiftResult } from '#shared/realtime/gift-kind.ts'
import type { Open } from './open-conversation.ts'

/**
 * Writes a paid gift. Both answers are final. A refused gift is recorded, because its unit goes back to the sender; one in the
 * log stays sent, whatever has happened to the conversation since. `findOpen` returns the conversation while its member may
 * write.
 */
export async function writeGift(
  known: Open,
  { member, id, gift }: GiftInput,
  findOpen: () => Promise<Open | null>,
): Promise<GiftResult> {
  const { log } = known
  if (log.findSent(member, id)) return 'sent'
  const open = log.isGiftRefused(id) ? null : await findOpen()
  // Another call may have decided in the meantime.
  if (log.findSent(member, id)) return 'sent'
  if (!open || log.isGiftRefused(id)) {
    log.refuseGift(id)
    return 'refused'
  }
  // Accepted in D1, but not here yet.
  if (open.state.request) return 'unopened'
  open.writer.append({ cid: id, from: member, text: '', gift, sentAt: nextSentAt(Date.now(), open.state.lastSentAt) })
  return 'sent'
}
