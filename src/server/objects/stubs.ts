import type { Env } from '../env.ts'

export type ConversationStub = ReturnType<typeof conversationObject>

/** A member's hub, for calls. Calls on one stub arrive in their order; a stub whose object has failed stays broken. */
export function memberHub(env: Pick<Env, 'MEMBER_HUB'>, memberId: string) {
  return env.MEMBER_HUB.getByName(memberId)
}

/** A conversation, for calls. */
export function conversationObject(env: Pick<Env, 'CONVERSATION'>, conversation: string) {
  return env.CONVERSATION.getByName(conversation)
}

/** Who pairs the members of a pool and language, for calls. */
export function matchmakerObject(env: Pick<Env, 'MATCHMAKER'>, name: string) {
  return env.MATCHMAKER.getByName(name)
}
