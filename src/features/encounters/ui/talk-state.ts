import { createStore, type StoreApi } from 'zustand/vanilla'
import type { HistoryPage } from '#features/chat/contract.ts'
import { mergeMessages } from '#shared/realtime/message-list.ts'
import { applyPresence, nobody, type Presence } from '#shared/realtime/presence.ts'
import { typingEvent, type ServerEvent, type Since, type WireMessage } from '#shared/realtime/wire.ts'

/** The talk on screen: its messages, and where the partner is. */
export type TalkState = {
  messages: readonly WireMessage[]
  presence: Presence
  /** `unknown`: they were not seen since the page came. `away`: they were there, and have no connection now. */
  partner: 'unknown' | 'here' | 'away'
  isTyping: boolean
  /** Access has ended: the page has to be read again. */
  isOver: boolean
}

export type Talk = StoreApi<TalkState> & {
  /** Returns the position to resume from; null before anything is known. */
  since(): Since | null
  addMessages(messages: readonly WireMessage[]): void
  /** Replaces the messages: the history on screen is void. */
  reset(messages: readonly WireMessage[], at: Since): void
  receive(event: ServerEvent): void
  end(): void
  /** Clears timers; call it when the talk leaves the screen. */
  stop(): void
}

/** A typing event shows for this time; the writer repeats it sooner. */
export const typingHoldMs = 6000

/** Creates the state of one talk from the page's history; null without one. `partnerId`: the alias of the other one. */
export function createTalkState(history: HistoryPage | null, partnerId: string): Talk {
  const store = createStore<TalkState>(() => ({
    messages: history?.messages ?? [],
    presence: nobody,
    partner: 'unknown',
    isTyping: false,
    isOver: false,
  }))
  let start: Since | null = history && { epoch: history.epoch, seq: history.head }
  let typingTimer: ReturnType<typeof setTimeout> | undefined

  const setTyping = (isTyping: boolean) => {
    clearTimeout(typingTimer)
    if (store.getState().isTyping !== isTyping) store.setState({ isTyping })
    if (isTyping) typingTimer = setTimeout(() => setTyping(false), typingHoldMs)
  }
  return {
    ...store,
    since: () => start,
    addMessages(incoming) {
      if (incoming.some(({ from }) => from === partnerId)) setTyping(false)
      store.setState(({ messages }) => ({ messages: mergeMessages(messages, incoming) }))
    },
    reset(messages, at) {
      start = at
      store.setState({ messages })
    },
    receive(event) {
      if (event.event === typingEvent) return setTyping(true)
      store.setState((state) => {
        const presence = applyPresence(state.presence, event)
        if (presence === state.presence) return state
        const isHere = presence.present.has(partnerId)
        return { presence, partner: isHere ? 'here' : state.partner === 'unknown' ? 'unknown' : 'away' }
      })
      if (store.getState().partner === 'away') setTyping(false)
    },
    end() {
      setTyping(false)
      store.setState({ isOver: true })
    },
    stop() {
      clearTimeout(typingTimer)
    },
  }
}
