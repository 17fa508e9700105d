import type { HubClientEvent } from '#features/chat/contract.ts'
import type { Open } from './open-conversation.ts'

/** Broadcasts a momentary event (typing) to the others who are present, once, without storing it. */
export async function passOn({ state, presence, hubs, directs }: Open, event: HubClientEvent): Promise<void> {
  const others = [...state.cursors.keys()].filter((other) => other !== event.from)
  for (const other of others) directs().sendClientEvent(other, event)
  const atHub = others.filter((other) => presence.hasAtHub(other))
  await Promise.allSettled(atHub.map((other) => hubs.clientEvent(other, event)))
}
