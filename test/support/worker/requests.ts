import { requestActions } from '#features/chat/contract.ts'
import { eq } from 'drizzle-orm'
import { env, runInDurableObject } from 'cloudflare:test'
import { chatRequests } from '#db/schema.ts'
import { deriveConversationId } from '#features/chat/server/public.ts'
import { db, postJson, createMember, type TestMember } from './members.ts'
import { newId } from './realtime-client.ts'

/** Sends a message request as the member's script would. */
export function writeTo(from: TestMember, to: string, text = 'Hello there!', cid = newId()): Promise<Response> {
  return postJson(from, requestActions.send.path, { to, cid, text })
}

export const requestsOf = (from: TestMember) => db.select().from(chatRequests).where(eq(chatRequests.fromId, from.id))
export const hubOf = ({ id }: Pick<TestMember, 'id'>) => env.MEMBER_HUB.getByName(id)
export const inboxOf = async (member: TestMember) =>
  (await hubOf(member).inbox()).map(({ conversation, stage, preview, unread }) => ({ conversation, stage, preview, unread }))
export const textsOf = async (conversation: string, member: TestMember) =>
  (await env.CONVERSATION.getByName(conversation).history(member.id, { limit: 50 }))?.messages.map(({ text }) => text) ?? null

/** The tables of the conversation's object: none if it was never opened. */
export function tablesOf(conversation: string): Promise<unknown[]> {
  return runInDurableObject(env.CONVERSATION.getByName(conversation), (_, state) =>
    state.storage.sql
      .exec<{ name: string }>("SELECT name FROM sqlite_master WHERE name NOT LIKE '\\_cf\\_%' ESCAPE '\\'")
      .toArray(),
  )
}

/** A request from Anna that waits for Ben's answer. */
export async function openRequest(text = 'Hello there!') {
  const [anna, ben] = await Promise.all([
    createMember({ member: { firstName: 'Anna' } }),
    createMember({ member: { firstName: 'Ben' } }),
  ])
  const response = await writeTo(anna, ben.id, text)
  if (response.status !== 200) throw new Error(`Refused: ${response.status} ${await response.text()}`)
  return { anna, ben, conversation: await deriveConversationId(env, anna.id, ben.id) }
}
