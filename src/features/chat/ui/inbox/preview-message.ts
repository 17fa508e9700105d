import type { WireMessage } from '#shared/realtime/wire.ts'
import type { Chat } from '../conversation/chat-state.ts'

/** Shows a changed version of a message until the server sends its own; returns the undo function. */
export function previewMessage(chat: Chat, seq: number, change: Partial<WireMessage>): () => void {
  const before = chat.message(seq)
  if (!before) return () => {}
  const shown = { ...before, ...change }
  const replace = (one: WireMessage, other: WireMessage) =>
    chat.setState(({ messages }) => ({ messages: messages.map((each) => (each === one ? other : each)) }))
  replace(before, shown)
  return () => replace(shown, before)
}
