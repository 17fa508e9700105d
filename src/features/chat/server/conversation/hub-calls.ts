import type { Acknowledgement, Delivery, HubClientEvent } from '#features/chat/contract.ts'
import type { Env } from '#server/env.ts'
import { memberHub } from '#server/objects/stubs.ts'

/** What a conversation calls its members' hubs for. */
export type HubCalls = {
  deliver(member: string, delivery: Delivery): Promise<Acknowledgement>
  /** Takes the conversation, which has ended, out of a member's hub. */
  end(member: string): Promise<void>
  clientEvent(member: string, event: HubClientEvent): Promise<void>
}

export function hubCalls(env: Pick<Env, 'MEMBER_HUB'>, conversation: string): HubCalls {
  return {
    deliver: async (member, delivery) => memberHub(env, member).deliver(delivery),
    end: async (member) => memberHub(env, member).drop(conversation),
    clientEvent: async (member, event) => memberHub(env, member).clientEvent(event),
  }
}
