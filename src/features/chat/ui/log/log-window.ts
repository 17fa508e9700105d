import type { WireMessage } from '#shared/realtime/wire.ts'
import type { HistoryPage } from '#features/chat/contract.ts'
import { mergeMessages } from '#shared/realtime/message-list.ts'

/**
 * The range of a conversation on screen, without gaps. While newer messages exist after its end, received ones are kept in
 * `held`: appended, they would hide the gap before them.
 */
export type LogWindow = {
  messages: readonly WireMessage[]
  /** Older messages exist before the first one. */
  hasEarlier: boolean
  /** Newer messages exist after the last one. */
  hasLater: boolean
  held: readonly WireMessage[]
}

/** Maximum number of messages on screen while scrolling: those far away are dropped, and fetched again when near. */
export const mostShown = 300
/** The limit while new messages arrive; it is higher, so that not each of them drops another one. */
export const mostRows = 400

export const emptyWindow: LogWindow = { messages: [], hasEarlier: false, hasLater: false, held: [] }

/** Returns the window that a page opens. `held`: received messages that the previous window held. */
export function openWindow({ messages, more, later }: HistoryPage, held: readonly WireMessage[] = []): LogWindow {
  return settle({ messages, hasEarlier: more, hasLater: later, held })
}

/**
 * Applies new messages and changed versions of old ones. Changes of messages off screen are dropped. `position`: the seq of the
 * message being read, null at the end.
 */
export function applyMessages(window: LogWindow, incoming: readonly WireMessage[], position: number | null = null): LogWindow {
  const { messages, hasEarlier, hasLater, held } = window
  const first = messages[0]?.seq ?? 0
  const last = messages.at(-1)?.seq ?? 0
  const within = incoming.filter(({ seq }) => (seq >= first || !hasEarlier) && (seq <= last || !hasLater))
  const beyond = hasLater ? incoming.filter(({ seq }) => seq > last) : []
  const next = { ...window, messages: mergeMessages(messages, within), held: mergeMessages(held, beyond) }
  return next.messages === messages && next.held === held ? window : bounded(next, position)
}

/** Appends held messages at the end of the log, except those over the limit. */
export function settle(window: LogWindow, position: number | null = null): LogWindow {
  const { messages, hasLater, held } = window
  const last = messages.at(-1)?.seq ?? 0
  if (hasLater) return { ...window, held: held.filter(({ seq }) => seq > last) }
  return bounded({ ...window, messages: mergeMessages(messages, held), held: [] }, position)
}

/** Drops messages far from `position`, or from the end; newer ones are held. */
function bounded(window: LogWindow, position: number | null): LogWindow {
  const { messages, held, hasEarlier, hasLater } = window
  if (messages.length <= mostRows) return window
  const end = messages.length - mostShown
  const middle = position === null ? end : messages.findIndex(({ seq }) => seq >= position) - mostShown / 2
  const start = Math.max(0, Math.min(middle, end))
  const shown = messages.slice(start, start + mostShown)
  const beyond = messages.slice(start + mostShown)
  return {
    messages: shown,
    hasEarlier: hasEarlier || start > 0,
    hasLater: hasLater || beyond.length > 0,
    held: mergeMessages(held, beyond),
  }
}
