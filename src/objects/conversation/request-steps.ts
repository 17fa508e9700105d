import type { OpenInput } from '#features/chat/contract.ts'
import { nextSentAt } from '#features/chat/rules.ts'
import type { ConversationStore } from './conversation-store.ts'
import type { Open } from './open-conversation.ts'

/** Writes the message of a request, once; if a match came first, it is an ordinary message. */
export function addRequest({ state, log, writer }: Open, request: NonNullable<OpenInput['request']>, at: number): void {
  const { from, cid, text } = request
  if (state.closedAt !== null || log.findSent(from, cid)) return
  writer.append({ cid, from, text, sentAt: nextSentAt(at, state.lastSentAt) })
}

/** From now on the two can write to and see each other. */
export function acceptRequest({ state, fanOut }: Open, store: ConversationStore): void {
  state.request = null
  store.setRequest(null)
  store.nextRev(state)
  fanOut.resync()
}

/** Ends the conversation for the receiver; false if there is no request. */
export function declineRequest({ state, presence }: Open, store: ConversationStore): boolean {
  if (!state.request) return false
  state.request = { ...state.request, isDeclined: true }
  store.setRequest(state.request)
  for (const member of state.cursors.keys()) if (member !== state.request.from) presence.leave(member)
  return true
}
