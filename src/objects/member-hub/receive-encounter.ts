import type { Acknowledgement, Delivery } from '#features/chat/contract.ts'
import { channelName } from '#shared/realtime/wire.ts'
import type { Broadcaster } from './connections/broadcaster.ts'
import type { Connections } from './connections/connections.ts'
import type { Pong } from './connections/pong.ts'
import type { EncounterHeads } from './conversations/encounter-heads.ts'

export type ReceiveEncounterDeps = {
  connections: Connections
  broadcaster: Broadcaster
  pong: Pong
  encounterHeads: EncounterHeads
}

/**
 * Shows an encounter's delivery on its channel and stores nothing: no row, no search, no notification. A connection that missed
 * events gets them when it rejoins. Receipts report what has reached a device, never what was read.
 */
export function receiveEncounter(deps: ReceiveEncounterDeps, delivery: Delivery): Acknowledgement {
  const { connections, broadcaster, pong, encounterHeads } = deps
  const { conversation, presence, messages, marks, upTo } = delivery
  const channel = channelName.conversation(conversation)
  const isOnScreen = connections.hasJoined(channel)
  for (const change of presence) broadcaster.presence(channel, change)
  for (const message of messages) broadcaster.message(channel, message)
  for (const receipts of marks) broadcaster.marks(channel, receipts)
  if (isOnScreen) {
    encounterHeads.put(conversation, upTo)
    pong.update()
  }
  return { progress: { delivered: isOnScreen ? upTo : 0, read: 0, sharesRead: false }, stored: upTo, hasGap: false }
}
