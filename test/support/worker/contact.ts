import { eq } from 'drizzle-orm'
import { contactMessages } from '#db/schema.ts'
import { contactActions } from '#features/contact/contract.ts'
import { db } from './members.ts'
import { origin } from './realtime-client.ts'
import { visitorElsewhere, type Visitor } from './visitor.ts'

/** A guest's message, from a new address. */
export function newMessage(overrides: Record<string, string> = {}): Record<string, string> {
  return {
    topic: 'account',
    name: 'Nora',
    email: `nora-${crypto.randomUUID().slice(0, 12)}@example.test`,
    message: 'I have not been able to sign in since Tuesday.',
    ...overrides,
  }
}

/** Sends the form of a page, without a script. */
export function sendForm(visitor: Visitor, fields: Record<string, string>, page = '/contact-us'): Promise<Response> {
  return visitor.submit(contactActions.write.path, Object.entries(fields), { referer: origin + page })
}

export const messagesOf = (email = '') => db.select().from(contactMessages).where(eq(contactMessages.email, email))

/** A guest's message as stored. */
export async function storeMessage(overrides: Record<string, string> = {}, page?: string) {
  const fields = newMessage(overrides)
  const answer = await sendForm(visitorElsewhere(), fields, page)
  const [row] = await messagesOf(fields['email'])
  if (!row) throw new Error(`nothing was stored: ${answer.status}`)
  return row
}
