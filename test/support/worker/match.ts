import { env } from 'cloudflare:test'
import { pairs } from '#db/schema.ts'
import { deriveConversationId, openDirectConversation } from '#features/chat/server/public.ts'
import { createMember, db, type TestMember } from './members.ts'

/** Two signed-in members who are matched, and their conversation. */
export async function createMatch(): Promise<{ conversation: string; anna: TestMember; ben: TestMember }> {
  const [anna, ben] = await Promise.all([createMember({ member: { firstName: 'Anna' } }), createMember()])
  const conversation = await deriveConversationId(env, anna.id, ben.id)
  const [lowId = '', highId = ''] = [anna.id, ben.id].toSorted()
  const now = Date.now()
  await db.insert(pairs).values({ lowId, highId, conversationId: conversation, matchedAt: now, openedAt: now })
  await openDirectConversation(env, conversation, [anna.id, ben.id], now)
  return { conversation, anna, ben }
}
