import type { WireMessage } from '#shared/wire.ts'
import type { HistoryPage } from '../contract.ts'
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

/** So many messages stay on screen at most while one reads on: what is far away is let go, and fetched when it is near. */
export const mostShown = 300

export const emptyWindow: LogWindow = { messages: [], hasEarlier: false, hasLater: false, held: [] }

/** The window that a page opens; `held`: what was heard since the page of before began. */
export function openWindow({ messages, more, later }: HistoryPage, held: readonly WireMessage[] = []): LogWindow {
  return settle({ messages, hasEarlier: more, hasLater: later, held })
}

/** New messages and new forms of old ones, as they are heard. Changes of what is not on screen are not kept. */
export function hearMessages(window: LogWindow, incoming: readonly WireMessage[]): LogWindow {
  const { messages, hasEarlier, hasLater, held } = window
  const first = messages[0]?.seq ?? 0
  const last = messages.at(-1)?.seq ?? 0
  const within = incoming.filter(({ seq }) => (seq >= first || !hasEarlier) && (seq <= last || !hasLater))
  const beyond = hasLater ? incoming.filter(({ seq }) => seq > last) : []
  const next = { ...window, messages: mergeMessages(messages, within), held: mergeMessages(held, beyond) }
  return next.messages === messages && next.held === held ? window : next
}

export function addEarlier(window: LogWindow, page: HistoryPage): LogWindow {
  const messages = mergeMessages(window.messages, page.messages)
  const shown = messages.slice(0, mostShown)
  return { ...window, messages: shown, hasEarlier: page.more, hasLater: window.hasLater || shown.length < messages.length }
}

export function addLater(window: LogWindow, page: HistoryPage): LogWindow {
  const messages = mergeMessages(window.messages, page.messages)
  const shown = messages.slice(-mostShown)
  const hasEarlier = window.hasEarlier || shown.length < messages.length
  return settle({ ...window, messages: shown, hasEarlier, hasLater: page.later })
}

/** Lets go of the oldest ones, once many new ones have come. For who is at the end: nothing that is seen may go. */
export function trimEarlier(window: LogWindow): LogWindow {
  if (window.messages.length <= 2 * mostShown) return window
  return { ...window, messages: window.messages.slice(-mostShown), hasEarlier: true }
}

/** At the end of the log nothing waits any more. */
function settle(window: LogWindow): LogWindow {
  const { messages, hasLater, held } = window
  const last = messages.at(-1)?.seq ?? 0
  if (hasLater) return { ...window, held: held.filter(({ seq }) => seq > last) }
  return { ...window, messages: mergeMessages(messages, held), held: [] }
}
