import type { ConversationStage } from '#shared/realtime/wire.ts'

/** The request that a conversation began with and that was not accepted yet; null in an open one. */
export type PendingRequest = { from: string; isDeclined: boolean } | null

/** Returns the stage for one of the members; null for the receiver of a request that they have declined. */
export function stageFor(request: PendingRequest, member: string): ConversationStage | null {
  if (request === null) return 'open'
  if (request.from === member) return 'outgoing'
  return request.isDeclined ? null : 'incoming'
}
