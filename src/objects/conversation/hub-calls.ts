import type { Acknowledgement, Delivery, HubClientEvent } from '#features/chat/contract.ts'
import type { DirectAdmission, DirectAdmitted, LeaseReport, Leased } from '#shared/realtime/direct/direct-socket.ts'
import type { Env } from '#server/env.ts'
import { KeptStubs } from '#objects/platform/kept-stubs.ts'
import { memberHub } from '#server/objects/stubs.ts'

/** The calls from a conversation to its members' hubs. */
export type HubCalls = {
  deliver(member: string, delivery: Delivery): Promise<Acknowledgement>
  /** Removes the ended conversation from a member's hub. */
  end(member: string): Promise<void>
  clientEvent(member: string, event: HubClientEvent): Promise<void>
}

export type DirectHubCalls = {
  admitDirect(member: string, conversation: string, admission: DirectAdmission): Promise<DirectAdmitted>
  leaseMessages(member: string, conversation: string, report: LeaseReport): Promise<Leased>
}

export function hubCalls(env: Pick<Env, 'MEMBER_HUB'>, conversation: string): HubCalls & DirectHubCalls {
  const hubs = new KeptStubs((member) => memberHub(env, member))
  return {
    deliver: (member, delivery) => hubs.callTwice(member, async (hub) => hub.deliver(delivery)),
    end: (member) => hubs.callTwice(member, async (hub) => hub.drop(conversation)),
    admitDirect: (member, id, admission) => hubs.callTwice(member, async (hub) => hub.admitDirect(id, admission)),
    leaseMessages: (member, id, report) => hubs.callTwice(member, async (hub) => hub.leaseMessages(id, report)),
    clientEvent: (member, event) => hubs.callTwice(member, async (hub) => hub.clientEvent(event)),
  }
}
