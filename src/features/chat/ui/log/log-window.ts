import type { WireMessage } from '#shared/realtime/wire.ts'
import type { HistoryPage } from '#features/chat/contract.ts'
import { mergeMessages } from './message-list.ts'

/**
 * The stretch of a conversation that is on screen, without holes. While newer messages exist behind its end, those that
 * are heard wait in `held`: appended, they would hide the hole before them.
 */
export type LogWindow = {
  messages: readonly WireMessage[]
  /** Older ones exist before the first. */
  hasEarlier: boolean
  /** Newer ones exist behind the last. */
  hasLater: boolean
  held: readonly WireMessage[]
}

/** So many messages stay on screen while one reads on: what is far away is let go, and fetched when it is near. */
export const mostShown = 300
/** And so many at most, as news come: not each of them lets another one go. */
export const mostRows = 400

export const emptyWindow: LogWindow = { messages: [], hasEarlier: false, hasLater: false, held: [] }

/** The window that a page opens; `held`: what was heard since the page of before began. */
export function openWindow({ messages, more, later }: HistoryPage, held: readonly WireMessage[] = []): LogWindow {
  return settle({ messages, hasEarlier: more, hasLater: later, held })
}

/**
 * New messages and new forms of old ones, as they are heard. Changes of what is not on screen are not kept. `place`: the
 * message that is being read, null for who is at the end.
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

/** At the end of the log nothing waits any more, but for what is too much. */
export function settle(window: LogWindow, position: number | null = null): LogWindow {
  const { messages, hasLater, held } = window
  const last = messages.at(-1)?.seq ?? 0
  if (hasLater) return { ...window, held: held.filter(({ seq }) => seq > last) }
  return bounded({ ...window, messages: mergeMessages(messages, held), held: [] }, position)
}

/** Lets go of what is far from `place`, or from the end: newer ones wait. */
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
