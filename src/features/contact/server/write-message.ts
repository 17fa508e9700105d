import { clientAddress } from '#server/client-address.ts'
import type { AppContext } from '#server/context.ts'
import { hashToken, newId } from '#server/crypto/secrets.ts'
import { messageKeptMs } from '../rules.ts'
import { sendMessageNotice } from './emails.ts'
import { insertMessage, type NewMessage } from './queries.ts'
import { requireWithinLimit } from '#server/limits/attempts.ts'

/** The message and its writer. `memberId`: null for guests. */
export type Written = Pick<NewMessage, 'topic' | 'name' | 'email' | 'message' | 'memberId'>

/**
 * Stores a message and notifies the operators by email. Throws 429 beyond a limit. The row is the commit point: if the email is
 * lost, the message is still listed on the operators' pages.
 */
export async function writeMessage(c: AppContext, written: Written): Promise<void> {
  await requireRoom(c, written)
  const [id, now, locale] = [newId(), c.get('now'), c.get('locale').code]
  await insertMessage(c.get('db'), { ...written, id, locale, createdAt: now, expiresAt: now + messageKeptMs })
  sendMessageNotice(c, { id, topic: written.topic, locale })
}

/**
 * The network comes first: one over its limit must not use up an address's limit. The total of all guests comes last; a flood of
 * guests must not block members.
 */
async function requireRoom(c: AppContext, { memberId, email }: Written): Promise<void> {
  const sender = memberId ?? email
  await requireWithinLimit(c, 'contactNetwork', `contact-network:${hashToken(clientAddress(c))}`)
  await requireWithinLimit(c, 'contactSender', `contact-sender:${hashToken(sender)}`, sender)
  if (memberId === null) await requireWithinLimit(c, 'contactDay', 'contact-day')
}
