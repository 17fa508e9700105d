import { previewOf } from '#features/notifications/server/public.ts'
import type { ConversationStage, PreviewKind, WireMessage } from '#shared/realtime/wire.ts'
import type { Delivery } from '#features/chat/contract.ts'
import { countOf, readUpTo, withoutUnread, withUnread, type Unread } from './unread-ranges.ts'

/**
 * The hub's state of one conversation. `head` and `readAt` are positions of its log, `lastSeq` the message of the preview.
 */
export type InboxState = {
  conversation: string
  self: string
  other: string
  epoch: string
  head: number
  readAt: number
  /** The position up to which the member read while not sharing read receipts. */
  keptRead: number
  /** The position up to which one of the member's devices has it. */
  delivered: number
  unread: Unread
  lastSeq: number
  preview: string
  previewKind: PreviewKind
  lastFrom: string
  /** Time of the newest message, or of the opening. */
  at: number
  stage: ConversationStage
  /** The partner is restricted or has left: the row is neither listed nor counted. */
  isHidden: boolean
}

export function emptyInbox({ conversation, self, other, epoch, openedAt, stage }: Delivery): InboxState {
  return {
    conversation,
    self,
    other,
    epoch,
    head: 0,
    readAt: 0,
    keptRead: 0,
    delivered: 0,
    unread: [],
    lastSeq: 0,
    preview: '',
    previewKind: 'text',
    lastFrom: '',
    at: openedAt,
    stage,
    isHidden: false,
  }
}

/**
 * Returns the state after a new range of the log. Only new messages from the partner are unread, unless deleted; the member's own
 * message reads all before it. Edits do not reorder the inbox; they only update the preview of the newest message. A new message
 * from the partner unhides the row.
 */
export function applyMessages(state: InboxState, messages: readonly WireMessage[], upTo: number): InboxState {
  const arrived = messages.filter(({ seq }) => seq > state.head)
  const ownSeq = Math.max(0, ...arrived.filter(({ from }) => from === state.self).map(({ seq }) => seq))
  let unread = ownSeq > 0 ? readUpTo(state.unread, ownSeq) : state.unread
  for (const { seq, from, deleted } of messages) {
    if (from === state.self) continue
    if (seq <= state.head) unread = deleted ? withoutUnread(unread, seq) : unread
    else if (!deleted && seq > ownSeq) unread = withUnread(unread, seq)
  }
  const head = Math.max(state.head, upTo)
  const newest = messages.findLast(({ seq }) => seq === Math.max(state.lastSeq, ...messages.map((message) => message.seq)))
  const shown = newest ? { lastSeq: newest.seq, lastFrom: newest.from, ...previewed(newest) } : {}
  const moved = newest && newest.seq > state.lastSeq ? { at: newest.sentAt } : {}
  const isHidden = state.isHidden && arrived.every(({ from }) => from === state.self)
  return { ...state, isHidden, head, readAt: Math.max(state.readAt, ownSeq), unread, ...shown, ...moved }
}

function previewed({ text, photo, gift, deleted }: WireMessage): Pick<InboxState, 'preview' | 'previewKind'> {
  if (gift) return { preview: gift, previewKind: 'gift' }
  return { preview: previewOf(text), previewKind: deleted ? 'deleted' : photo ? 'photo' : 'text' }
}

/** A read position above the head, and its time. */
export type ReadAhead = { position: number; at: number }

/** Returns the position up to which the member had read a range: messages sent after the reading are unread. */
export function seenAhead(read: ReadAhead | undefined, before: number, fresh: readonly WireMessage[], head: number): number {
  if (!read) return 0
  const later = fresh.find(({ seq, sentAt }) => seq > before && sentAt >= read.at)
  return Math.min(read.position, head, later ? later.seq - 1 : head)
}

/** True if a page would show the two alike. */
export function looksAlike(one: InboxState, other: InboxState): boolean {
  const keys = ['preview', 'previewKind', 'lastSeq', 'at', 'stage'] as const
  return countOf(one.unread) === countOf(other.unread) && keys.every((key) => one[key] === other[key])
}

/** The counts shown in badges. */
export type Totals = { unread: number; requests: number }

/** Returns a row's share of the badges. */
export function totalsOf(state: InboxState | null): Totals {
  if (state?.isHidden) return { unread: 0, requests: 0 }
  return { unread: state?.stage === 'open' ? countOf(state.unread) : 0, requests: state?.stage === 'incoming' ? 1 : 0 }
}

/** Returns the totals after a row has changed. */
export function movedTotals({ unread, requests }: Totals, before: Totals, after: Totals): Totals {
  return { unread: unread - before.unread + after.unread, requests: requests - before.requests + after.requests }
}
