import { createStore, type StoreApi } from 'zustand/vanilla'
import type { HistoryPage } from '#features/chat/contract.ts'
import { mergeMessages } from '#shared/realtime/message-list.ts'
import { applyPresence, nobody, type Presence } from '#shared/realtime/presence.ts'
import { createTypingHold } from '#ui/messages/typing-hold.ts'
import type { ConversationLog } from '#shared/realtime/use-conversation-log.ts'
import { typingEvent, type Since, type WireMessage } from '#shared/realtime/wire.ts'

/** The talk on screen: its messages, and the partner's state. */
export type TalkState = {
  messages: readonly WireMessage[]
  presence: Presence
  /** `unknown`: not seen since the page loaded. `away`: was present, and is disconnected now. */
  partner: 'unknown' | 'here' | 'away'
  isTyping: boolean
  /** Access has ended: the page has to be read again. */
  isOver: boolean
}

export type Talk = StoreApi<TalkState> & ConversationLog

/** Creates the state of one talk from the page's history, which is null without one. `partnerId`: the other person's alias. */
export function createTalkState(history: HistoryPage | null, partnerId: string): Talk {
  const store = createStore<TalkState>(() => ({
    messages: history?.messages ?? [],
    presence: nobody,
    partner: 'unknown',
    isTyping: false,
    isOver: false,
  }))
  let start: Since | null = history && { epoch: history.epoch, seq: history.head }
  const typing = createTypingHold((isTyping) => store.setState({ isTyping }))

  return {
    ...store,
    since: () => start,
    addMessages(incoming) {
      if (incoming.some(({ from }) => from === partnerId)) typing.end()
      store.setState(({ messages }) => ({ messages: mergeMessages(messages, incoming) }))
    },
    reset(messages, at) {
      start = at
      store.setState({ messages })
    },
    receive(event) {
      if (event.event === typingEvent) return typing.start()
      store.setState((state) => {
        const presence = applyPresence(state.presence, event)
        if (presence === state.presence) return state
        const isHere = presence.present.has(partnerId)
        return { presence, partner: isHere ? 'here' : state.partner === 'unknown' ? 'unknown' : 'away' }
      })
      if (store.getState().partner === 'away') typing.end()
    },
    end() {
      typing.end()
      store.setState({ isOver: true })
    },
    stop: typing.end,
  }
}
