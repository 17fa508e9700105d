import type { Env } from '../env.ts'

export type ConversationStub = ReturnType<typeof conversationObject>

/**
 * Returns a member's hub, for calls. Calls on one stub arrive in their order; a stub whose object has failed stays broken.
 */
export function memberHub(env: Pick<Env, 'MEMBER_HUB'>, memberId: string) {
  return env.MEMBER_HUB.getByName(memberId)
}

/** Returns a conversation, for calls. */
export function conversationObject(env: Pick<Env, 'CONVERSATION'>, conversation: string) {
  return env.CONVERSATION.getByName(conversation)
}
