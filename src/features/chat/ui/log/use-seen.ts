import { useState } from 'react'
import { positionOf, type WireMessage } from '#shared/realtime/wire.ts'
import type { Chat } from '../conversation/chat-state.ts'
import { useConversation } from '../conversation/conversation-context.ts'
import { useChatState } from '../conversation/use-chat.ts'
import { useReadReceipt } from './use-read-mark.ts'

/**
 * What the partner has written since the log appeared, and which of it has not been seen. `isAtNewest`: the newest is in view.
 */
export function useSeen(chat: Chat, isAtNewest: boolean): { fresh: WireMessage[]; unseen: number } {
  const { partner, viewerId } = useConversation()
  const messages = useChatState(chat, (state) => state.messages)
  const held = useChatState(chat, (state) => state.held)
  const [start] = useState(() => chat.since()?.seq ?? 0)
  const received = [...messages, ...held].filter(({ from }) => from !== viewerId)
  const lastReceived = Math.max(start, received.at(-1)?.seq ?? 0)
  const [seenUpTo, setSeenUpTo] = useState(start)
  if (isAtNewest && seenUpTo < lastReceived) setSeenUpTo(lastReceived)
  useReadReceipt(partner.conversation, Math.max(0, ...received.map(positionOf)), isAtNewest)
  return {
    fresh: received.filter(({ seq }) => seq > start),
    unseen: received.filter(({ seq }) => seq > seenUpTo).length,
  }
}
