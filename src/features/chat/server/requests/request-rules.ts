import type { DayQuota } from '#shared/quota-day.ts'
import type { WriteView } from '#features/chat/contract.ts'

export type RequestState = 'waiting' | 'accepted' | 'declined' | 'expired'

/**
 * The contact between two members. `conversation` is null without any. `isMatch` is null without a pair, false for an ended one.
 */
export type Contact = {
  conversation: string | null
  isMatch: boolean | null
  request: { state: RequestState; isMine: boolean } | null
}

/** Returns how one of the two may write to the other. To its sender, a declined request looks like a pending one. */
export function writeView({ conversation, isMatch, request }: Contact, form: { quota: DayQuota; cid: string }): WriteView {
  if (conversation === null) return { kind: 'form', ...form }
  if (isMatch !== null) return isMatch ? { kind: 'open', conversation } : { kind: 'none' }
  if (request === null) return { kind: 'form', ...form }
  const { state, isMine } = request
  if (state === 'accepted') return { kind: 'open', conversation }
  if (isMine) return { kind: 'sent', conversation: state === 'expired' ? null : conversation }
  if (state === 'waiting') return { kind: 'incoming', conversation }
  return state === 'declined' ? { kind: 'none' } : { kind: 'form', ...form }
}
