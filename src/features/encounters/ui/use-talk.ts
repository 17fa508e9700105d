import { useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { HistoryPage } from '#features/chat/contract.ts'
import { usePage } from '#shared/react/page-context.tsx'
import { useLive } from '#shared/realtime/realtime.tsx'
import { channelName } from '#shared/realtime/wire.ts'
import { refreshPage } from '#ui/hooks/refresh-page.ts'
import type { EncounterView } from '../contract.ts'
import { useDiscardUnsent } from './use-discard-unsent.ts'
import { createTalkState, type Talk, type TalkState } from './talk-state.ts'

/** Keeps the talk on screen up to date as long as the encounter is in its channel; reads the page again when that ends. */
export function useTalk({ id, partner }: EncounterView, history: HistoryPage | null): Talk {
  const realtime = useLive((live) => live.realtime)
  const { now: visit } = usePage()
  const [talk] = useState(() => createTalkState(history, partner.user_id))
  const shownVisit = useRef(visit)
  const isOpen = history !== null

  useEffect(() => {
    // The page brings the talk again, with newer data.
    if (shownVisit.current === visit) return
    shownVisit.current = visit
    if (history && history.epoch === talk.since()?.epoch) talk.addMessages(history.messages)
  }, [talk, history, visit])

  useEffect(() => {
    if (!realtime || !isOpen) return
    const channel = channelName.conversation(id)
    const leave = realtime.follow(channel, talk.since(), {
      onMessages: talk.addMessages,
      onReset: talk.reset,
      onEvent: talk.receive,
      onRefused() {
        talk.end()
        refreshPage()
      },
    })
    return () => {
      leave()
      talk.stop()
    }
  }, [realtime, talk, id, isOpen])

  useDiscardUnsent(id, !isOpen)
  return talk
}

export function useTalkState<Part>(talk: Talk, select: (state: TalkState) => Part): Part {
  return useStore(talk, select)
}
