import type { HubClientEvent } from '#features/chat/contract.ts'
import type { Env } from '#server/env.ts'
import { memberHub } from '#server/objects/stubs.ts'
import type { Open } from './open-conversation.ts'

/** Broadcasts a momentary event (typing) to the others who are present, once, without storing it. */
export async function passOn({ state, presence }: Open, env: Pick<Env, 'MEMBER_HUB'>, event: HubClientEvent): Promise<void> {
  const others = [...state.cursors.keys()].filter((other) => other !== event.from && presence.has(other))
  await Promise.allSettled(others.map(async (other) => memberHub(env, other).clientEvent(event)))
}
