import { useState } from 'react'
import { useStore } from 'zustand'
import type { HistoryPage } from '#features/chat/contract.ts'
import { useConversationLog } from '#shared/realtime/use-conversation-log.ts'
import { createChatState, type Chat, type ChatState } from './chat-state.ts'
import type { Partner } from '../inbox/inbox-rows.ts'

/** Keeps the state of the conversation on screen up to date. `at`: the seq of a message to show. */
export function useChat({ conversation, memberId }: Partner, history: HistoryPage, at: number | null): Chat {
  const [chat] = useState(() => createChatState(history, memberId, at))
  useConversationLog(conversation, chat, {
    onVisit() {
      if (at !== null || chat.getState().hasLater) chat.open(history)
      else if (history.epoch === chat.getState().epoch) chat.addMessages(history.messages)
      if (at !== null) chat.find(at)
    },
  })
  return chat
}

export function useChatState<Part>(chat: Chat, select: (state: ChatState) => Part): Part {
  return useStore(chat, select)
}
