import { isEncounterId } from '#shared/realtime/encounter-id.ts'
import type { Env } from '../env.ts'

export type ChannelStub = ReturnType<typeof channelObject>

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

/** An anonymous chat or a blind date, for calls. */
export function encounterObject(env: Pick<Env, 'ENCOUNTER'>, encounter: string) {
  return env.ENCOUNTER.getByName(encounter)
}

/** The object behind `presence-conversation.{id}`: an encounter or a conversation, with the calls that both have. */
export function channelObject(env: Pick<Env, 'CONVERSATION' | 'ENCOUNTER'>, id: string) {
  return isEncounterId(id) ? encounterObject(env, id) : conversationObject(env, id)
}

/** An area, for calls. */
export function areaObject(env: Pick<Env, 'AREA'>, name: string) {
  return env.AREA.getByName(name)
}

/** A matchmaker, for calls. */
export function matchmakerObject(env: Pick<Env, 'MATCHMAKER'>, name: string) {
  return env.MATCHMAKER.getByName(name)
}
