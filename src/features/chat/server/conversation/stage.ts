import type { ConversationStage } from '#shared/realtime/wire.ts'

/** The request that a conversation began with and that nobody has accepted yet; null in an open one. */
export type PendingRequest = { from: string; isDeclined: boolean } | null

/** How the conversation stands for one of its members; null when a declined request is none of theirs any more. */
export function stageFor(request: PendingRequest, member: string): ConversationStage | null {
  if (request === null) return 'open'
  if (request.from === member) return 'outgoing'
  return request.isDeclined ? null : 'incoming'
}
