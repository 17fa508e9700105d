import type { DayQuota } from '#shared/quota-day.ts'
import { holdsContact } from './contact-details.ts'
import { requestTextLimit, type WriteView } from '#features/chat/contract.ts'
import { cleanText } from '#features/chat/rules.ts'

export type RequestState = 'waiting' | 'accepted' | 'declined' | 'expired'

export type RequestText = { ok: true; text: string } | { ok: false; code: 'required' | 'too-long' | 'contact' }

/** The text of a request: cleaned as every message, shorter, and without a way to go on elsewhere. */
export function requestText(typed: string): RequestText {
  const clean = cleanText(typed)
  if (!clean.ok) return clean
  if ([...clean.text].length > requestTextLimit) return { ok: false, code: 'too-long' }
  return holdsContact(clean.text) ? { ok: false, code: 'contact' } : clean
}

/**
 * What lies between two members: `conversation` is null when nothing does, `isMatch` without a pair; it is false for one
 * that has ended.
 */
export type Contact = {
  conversation: string | null
  isMatch: boolean | null
  request: { state: RequestState; isMine: boolean } | null
}

/** What one of the two can do to write to the other. A declined request looks to its sender like one that waits. */
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
