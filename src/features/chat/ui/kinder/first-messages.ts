import type { WireMessage } from '#shared/realtime/wire.ts'

/** The part of a conversation on screen. Earlier or later messages may exist that are not in it. */
type Shown = { messages: readonly WireMessage[]; hasEarlier: boolean; hasLater: boolean }

/** Returns the messages of a conversation that is all on screen, without gifts; null for another one, which goes on. */
function allWords({ messages, hasEarlier, hasLater }: Shown): readonly WireMessage[] | null {
  return hasEarlier || hasLater ? null : messages.filter(({ gift }) => !gift)
}

/** Returns whether the viewer has written nothing yet. */
export function isFirstMessage(shown: Shown, viewerId: string): boolean {
  return allWords(shown)?.every(({ from }) => from !== viewerId) ?? false
}

/** Returns whether the partner has written, and the viewer nothing after it. */
export function isJustReceived(shown: Shown, viewerId: string): boolean {
  const words = allWords(shown) ?? []
  const first = words.findIndex(({ from }) => from !== viewerId)
  return first !== -1 && words.findLastIndex(({ from }) => from === viewerId) < first
}
