import type { HubClientEvent } from '#features/chat/contract.ts'
import type { Open } from './open-conversation.ts'

/** Broadcasts a momentary event (typing) to the others who are present, once, without storing it. */
export async function passOn({ state, presence, hubs }: Open, event: HubClientEvent): Promise<void> {
  const others = [...state.cursors.keys()].filter((other) => other !== event.from && presence.has(other))
  await Promise.allSettled(others.map((other) => hubs.clientEvent(other, event)))
}
