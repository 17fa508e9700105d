import type { WireMessage } from '#shared/realtime/wire.ts'
import { isUnkind } from '#ui/kinder/ask-kindly.tsx'

/** Messages whose question was closed in this document. */
const closed = new Set<string>()

/**
 * Selects, of messages that the viewer has not answered, those about which they may be asked: the partner's first one, or all of
 * them while the viewer has written nothing.
 */
export function firstReceived(messages: readonly WireMessage[], viewerId: string): readonly WireMessage[] {
  const words = messages.filter(({ gift }) => !gift)
  const received = words.filter(({ from }) => from !== viewerId)
  return words.length === received.length ? received : received.slice(0, 1)
}

/** Returns the first message with unkind words whose question was not closed, or null. */
export async function findBothering(messages: readonly WireMessage[], languages: readonly string[]): Promise<WireMessage | null> {
  for (const message of messages) {
    if (!message.deleted && (await isUnkind(message.text, languages))) return closed.has(message.cid) ? null : message
  }
  return null
}

export function closeQuestion({ cid }: WireMessage): void {
  closed.add(cid)
}
