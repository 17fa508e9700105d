import { useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { usePage } from '#shared/react/page-context.tsx'
import { useLive } from '#shared/realtime/realtime.tsx'
import { channelName } from '#shared/realtime/wire.ts'
import type { HistoryPage } from '#features/chat/contract.ts'
import { createChatState, type Chat, type ChatState } from './chat-state.ts'
import type { Partner } from '../inbox/inbox-rows.ts'

/** Keeps the state of the conversation on screen up to date. `at`: the seq of a message to show. */
export function useChat(partner: Partner, history: HistoryPage, at: number | null): Chat {
  const realtime = useLive((live) => live.realtime)
  const { now: visit } = usePage()
  const [chat] = useState(() => createChatState(history, partner.memberId, at))
  const shownVisit = useRef(visit)
  const { conversation } = partner

  useEffect(() => {
    // The page brings the conversation again: at another position, or with newer data of the same one.
    if (shownVisit.current === visit) return
    shownVisit.current = visit
    if (at !== null || chat.getState().hasLater) chat.open(history)
    else if (history.epoch === chat.getState().epoch) chat.addMessages(history.messages)
    if (at !== null) chat.find(at)
  }, [chat, history, visit, at])

  useEffect(() => {
    if (!realtime) return
    const leave = realtime.follow(channelName.conversation(conversation), chat.since(), {
      onMessages: chat.addMessages,
      onReset: chat.reset,
      onEvent: chat.receive,
      onRefused: chat.end,
    })
    return () => {
      leave()
      chat.stop()
    }
  }, [realtime, chat, conversation])
  return chat
}

export function useChatState<Part>(chat: Chat, select: (state: ChatState) => Part): Part {
  return useStore(chat, select)
}
