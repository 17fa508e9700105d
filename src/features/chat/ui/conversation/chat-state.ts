import { createStore, type StoreApi } from 'zustand/vanilla'
import { positionOf, typingEvent, type Receipt, type Since, type WireMessage } from '#shared/realtime/wire.ts'
import type { HistoryPage } from '#features/chat/contract.ts'
import { emptyWindow, applyMessages, openWindow, type LogWindow } from '../log/log-window.ts'
import { applyReceipts, noReceipts } from '../log/receipts.ts'
import { applyPresence, nobody, type Presence } from '#shared/realtime/presence.ts'
import { createTypingHold } from '#ui/messages/typing-hold.ts'
import type { ConversationLog } from '#shared/realtime/use-conversation-log.ts'

/** The conversation on screen: its range of the log, and who is present and typing. */
export type ChatState = LogWindow & {
  epoch: string | null
  /** Quoted messages from outside this range, by `seq`. */
  quoted: ReadonlyMap<number, WireMessage>
  /** The requested message: shown in the middle and highlighted once. `turn` distinguishes one request from the next. */
  found: { seq: number; turn: number } | null
  presence: Presence
  isTyping: boolean
  /** The others' receipts for the viewer's messages. */
  marks: readonly Receipt[]
  /** The conversation has ended, or the member may no longer see it. */
  isOver: boolean
}

export type Chat = StoreApi<ChatState> &
  ConversationLog & {
    /** Merges another page of the same log into the window by `add`. */
    extend(page: HistoryPage, add: (window: LogWindow, page: HistoryPage) => LogWindow): void
    /** Replaces the window by another one of the same log. */
    open(page: HistoryPage): void
    /** Highlights a message of the window; false if it is not in it. */
    find(seq: number): boolean
    /** Returns a message of the window. */
    message(seq: number): WireMessage | null
    /** Sets the finder of the message being read (null at the end); it is used when messages have to be dropped. */
    setPosition(find: () => number | null): void
    /** Adds messages that are only quoted here. */
    quote(messages: readonly WireMessage[]): void
  }

/** Creates the state of one conversation from the page's history. `at`: the seq of the requested message. */
export function createChatState(initial: HistoryPage | null, partnerId: string, at: number | null = null): Chat {
  const store = createStore<ChatState>(() => ({
    ...(initial ? openWindow(initial) : emptyWindow),
    epoch: initial?.epoch ?? null,
    quoted: mergeQuoted(new Map(), initial?.quoted ?? []),
    found: at === null ? null : { seq: at, turn: 0 },
    presence: nobody,
    isTyping: false,
    marks: initial?.marks ?? noReceipts,
    isOver: false,
  }))
  let findPosition = (): number | null => null
  // Only this page is known to contain everything before it: later ones may have been read after missed changes.
  let start: Since | null = initial && { epoch: initial.epoch, seq: initial.head }

  const typing = createTypingHold((isTyping) => store.setState({ isTyping }))
  /** Replaces the window; a page of an older epoch is ignored. */
  const turn = (page: HistoryPage, next: (state: ChatState) => LogWindow) => {
    if (page.epoch !== store.getState().epoch) return
    store.setState((state) => ({ ...next(state), quoted: mergeQuoted(state.quoted, page.quoted) }))
  }
  const findMessage = (seq: number) => store.getState().messages.find((message) => message.seq === seq) ?? null
  return {
    ...store,
    since: () => start,
    addMessages(incoming) {
      if (incoming.some(({ from }) => from === partnerId)) typing.end()
      store.setState((state) => ({
        ...applyMessages(state, incoming, findPosition()),
        quoted: mergeQuoted(
          state.quoted,
          incoming.filter(({ seq }) => state.quoted.has(seq)),
        ),
      }))
    },
    extend: (page, add) => turn(page, (state) => add(state, page)),
    open: (page) => turn(page, ({ held }) => openWindow(page, held)),
    quote(messages) {
      store.setState(({ quoted }) => ({ quoted: mergeQuoted(quoted, messages) }))
    },
    find(seq) {
      if (!findMessage(seq)) return false
      store.setState(({ found }) => ({ found: { seq, turn: (found?.turn ?? 0) + 1 } }))
      return true
    },
    message: findMessage,
    setPosition(find) {
      findPosition = find
    },
    reset(messages, at) {
      start = at
      store.setState({
        ...emptyWindow,
        quoted: new Map(),
        epoch: at.epoch,
        messages,
        marks: noReceipts,
        hasEarlier: (messages[0]?.seq ?? 1) > 1,
      })
    },
    receive(event) {
      if (event.event === typingEvent) return typing.start()
      store.setState(({ presence, marks }) => ({ presence: applyPresence(presence, event), marks: applyReceipts(marks, event) }))
    },
    end() {
      typing.end()
      store.setState({ isOver: true, presence: nobody })
    },
    stop: typing.end,
  }
}

/** Returns the same map if nothing in it is new. */
function mergeQuoted(known: ChatState['quoted'], messages: readonly WireMessage[]): ChatState['quoted'] {
  const fresh = messages.filter((message) => {
    const other = known.get(message.seq)
    return !other || positionOf(other) < positionOf(message)
  })
  return fresh.length === 0 ? known : new Map([...known, ...fresh.map((message) => [message.seq, message] as const)])
}
