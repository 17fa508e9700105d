import type { WireMessage } from '#shared/realtime/wire.ts'

/** The part of a conversation on screen. Earlier or later messages may exist that are not in it. */
type Shown = { messages: readonly WireMessage[]; hasEarlier: boolean; hasLater: boolean }

const isOfWords = ({ gift }: WireMessage) => !gift

/** Returns whether the viewer has written nothing yet. A conversation that is not all on screen counts as one that goes on. */
export function isFirstMessage({ messages, hasEarlier, hasLater }: Shown, viewerId: string): boolean {
  return !hasEarlier && !hasLater && !messages.some((message) => message.from === viewerId && isOfWords(message))
}

/**
 * Returns the messages about which the viewer may be asked: all of a partner whom they have not answered, or the partner's first
 * one after the viewer's own.
 */
export function firstReceived({ messages, hasEarlier, hasLater }: Shown, viewerId: string): readonly WireMessage[] {
  if (hasEarlier || hasLater) return []
  const words = messages.filter(isOfWords)
  const received = words.filter(({ from }) => from !== viewerId)
  const answeredUpTo = words.findLastIndex(({ from }) => from === viewerId)
  if (answeredUpTo === -1) return received
  return received.slice(0, 1).filter((message) => words.indexOf(message) > answeredUpTo)
}
