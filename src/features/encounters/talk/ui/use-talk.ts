import { useState } from 'react'
import { useStore } from 'zustand'
import type { HistoryPage } from '#features/chat/contract.ts'
import { useConversationLog } from '#shared/realtime/use-conversation-log.ts'
import { refreshPage } from '#ui/hooks/refresh-page.ts'
import type { EncounterView } from '#features/encounters/contract.ts'
import { useDiscardUnsent } from './use-discard-unsent.ts'
import { createTalkState, type Talk, type TalkState } from './talk-state.ts'

/** Keeps the talk on screen up to date while the encounter is in its channel; reads the page again when that ends. */
export function useTalk({ id, partner }: EncounterView, history: HistoryPage | null): Talk {
  const [talk] = useState(() => createTalkState(history, partner.user_id))
  const isOpen = history !== null
  useConversationLog(id, talk, {
    isOpen,
    onVisit() {
      if (history && history.epoch === talk.since()?.epoch) talk.addMessages(history.messages)
    },
    onRefused: refreshPage,
  })
  useDiscardUnsent(id, !isOpen)
  return talk
}

export function useTalkState<Part>(talk: Talk, select: (state: TalkState) => Part): Part {
  return useStore(talk, select)
}
