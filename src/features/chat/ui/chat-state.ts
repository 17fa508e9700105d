import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Marks, ServerEvent, Since, WireMessage } from '#shared/wire.ts'
import type { HistoryPage } from '../contract.ts'
import { hearMarks, noMarks } from './marks.ts'
import { mergeMessages } from './message-list.ts'
import { applyPresence, nobody, type Presence } from './presence.ts'

/** One conversation on screen: its stretch of the log, and who is there and typing. */
export type ChatState = {
  epoch: string | null
  messages: readonly WireMessage[]
  /** Older messages exist before the first one. */
  hasEarlier: boolean
  presence: Presence
  isTyping: boolean
  /** How far the others are with what one wrote. */
  marks: readonly Marks[]
  /** The conversation has ended or the member may not see it any more. */
  isOver: boolean
}

export type Chat = StoreApi<ChatState> & {
  /** Where to go on from; null before anything is known. */
  since(): Since | null
  addMessages(messages: readonly WireMessage[]): void
  addEarlier(page: HistoryPage): void
  reset(messages: readonly WireMessage[], at: Since): void
  hear(event: ServerEvent): void
  end(): void
  /** Forgets timers; call it when the conversation leaves the screen. */
  stop(): void
}

/** A sign of typing holds for so long; the writer repeats it sooner. */
export const typingHoldMs = 6000
export const typingEvent = 'client-typing'

/** State of one conversation, begun with the history that the page came with. */
export function createChatState(initial: HistoryPage | null, partnerId: string): Chat {
  const store = createStore<ChatState>(() => ({
    epoch: initial?.epoch ?? null,
    messages: initial?.messages ?? [],
    hasEarlier: initial?.more ?? false,
    presence: nobody,
    isTyping: false,
    marks: initial?.marks ?? noMarks,
    isOver: false,
  }))
  let typingTimer: ReturnType<typeof setTimeout> | undefined

  const setTyping = (isTyping: boolean) => {
    clearTimeout(typingTimer)
    if (store.getState().isTyping !== isTyping) store.setState({ isTyping })
    if (isTyping) typingTimer = setTimeout(() => setTyping(false), typingHoldMs)
  }
  return {
    ...store,
    since() {
      const { epoch, messages } = store.getState()
      return epoch === null ? null : { epoch, seq: messages.at(-1)?.seq ?? 0 }
    },
    addMessages(incoming) {
      if (incoming.some(({ from }) => from === partnerId)) setTyping(false)
      store.setState(({ messages }) => ({ messages: mergeMessages(messages, incoming) }))
    },
    addEarlier(page) {
      if (page.epoch !== store.getState().epoch) return
      store.setState(({ messages }) => ({ messages: mergeMessages(messages, page.messages), hasEarlier: page.more }))
    },
    reset(messages, { epoch }) {
      store.setState({ epoch, messages, marks: noMarks, hasEarlier: (messages[0]?.seq ?? 1) > 1 })
    },
    hear(event) {
      if (event.event === typingEvent) return setTyping(true)
      store.setState(({ presence, marks }) => ({ presence: applyPresence(presence, event), marks: hearMarks(marks, event) }))
    },
    end() {
      setTyping(false)
      store.setState({ isOver: true, presence: nobody })
    },
    stop() {
      clearTimeout(typingTimer)
    },
  }
}
