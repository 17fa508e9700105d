import type { HistoryPage } from '#features/chat/contract.ts'
import { mostShown, settle, type LogWindow } from './log-window.ts'
import { mergeMessages } from '#shared/realtime/message-list.ts'

/** Adds an older page; drops messages too far below it. */
export function addEarlier(window: LogWindow, page: HistoryPage): LogWindow {
  const messages = mergeMessages(window.messages, page.messages)
  const shown = messages.slice(0, mostShown)
  return { ...window, messages: shown, hasEarlier: page.more, hasLater: window.hasLater || shown.length < messages.length }
}

/** Adds a newer page; drops messages too far above it. */
export function addLater(window: LogWindow, page: HistoryPage): LogWindow {
  const messages = mergeMessages(window.messages, page.messages)
  const shown = messages.slice(-mostShown)
  const hasEarlier = window.hasEarlier || shown.length < messages.length
  return settle({ ...window, messages: shown, hasEarlier, hasLater: page.later }, shown.at(-1)?.seq)
}
