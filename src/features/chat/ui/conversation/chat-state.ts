import { createStore, type StoreApi } from 'zustand/vanilla'
import { positionOf, typingEvent, type Receipt, type ServerEvent, type Since, type WireMessage } from '#shared/realtime/wire.ts'
import type { HistoryPage } from '#features/chat/contract.ts'
import { emptyWindow, applyMessages, openWindow, type LogWindow } from '../log/log-window.ts'
import { applyReceipts, noReceipts } from '../log/receipts.ts'
import { applyPresence, nobody, type Presence } from './presence.ts'

/** One conversation on screen: its stretch of the log, and who is there and typing. */
export type ChatState = LogWindow & {
  epoch: string | null
  /** What is answered here and stands elsewhere, by `seq`. */
  quoted: ReadonlyMap<number, WireMessage>
  /** The message that was asked for: shown in the middle and lit up once. `turn` tells one asking from the next. */
  found: { seq: number; turn: number } | null
  presence: Presence
  isTyping: boolean
  /** How far the others are with what one wrote. */
  marks: readonly Receipt[]
  /** The conversation has ended or the member may not see it any more. */
  isOver: boolean
}

export type Chat = StoreApi<ChatState> & {
  /** Where to go on from; null before anything is known. */
  since(): Since | null
  addMessages(messages: readonly WireMessage[]): void
  /** Another page of the same log, put to the window by `add`. */
  extend(page: HistoryPage, add: (window: LogWindow, page: HistoryPage) => LogWindow): void
  /** Another window of the same log. */
  open(page: HistoryPage): void
  /** Points at a message of the window; false when it is not in it. */
  find(seq: number): boolean
  /** A message of the window. */
  message(seq: number): WireMessage | null
  /** Asked when messages have to go: the one that is being read, null for who is at the end. */
  setPosition(find: () => number | null): void
  reset(messages: readonly WireMessage[], at: Since): void
  /** Learns of messages that are only quoted here. */
  quote(messages: readonly WireMessage[]): void
  receive(event: ServerEvent): void
  end(): void
  /** Forgets timers; call it when the conversation leaves the screen. */
  stop(): void
}

/** A sign of typing holds for so long; the writer repeats it sooner. */
export const typingHoldMs = 6000

/** State of one conversation, begun with the history that the page came with. `at`: the message it was asked for. */
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
  let typingTimer: ReturnType<typeof setTimeout> | undefined
  // Only this is known to hold everything before it: pages that came later may have been read past unheard changes.
  let start: Since | null = initial && { epoch: initial.epoch, seq: initial.head }

  const setTyping = (isTyping: boolean) => {
    clearTimeout(typingTimer)
    if (store.getState().isTyping !== isTyping) store.setState({ isTyping })
    if (isTyping) typingTimer = setTimeout(() => setTyping(false), typingHoldMs)
  }
  /** Another window of the same log; a page of an older epoch is void. */
  const turn = (page: HistoryPage, next: (state: ChatState) => LogWindow) => {
    if (page.epoch !== store.getState().epoch) return
    store.setState((state) => ({ ...next(state), quoted: mergeQuoted(state.quoted, page.quoted) }))
  }
  const findMessage = (seq: number) => store.getState().messages.find((message) => message.seq === seq) ?? null
  return {
    ...store,
    since: () => start,
    addMessages(incoming) {
      if (incoming.some(({ from }) => from === partnerId)) setTyping(false)
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
      if (event.event === typingEvent) return setTyping(true)
      store.setState(({ presence, marks }) => ({ presence: applyPresence(presence, event), marks: applyReceipts(marks, event) }))
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

/** The same map when nothing in it is new. */
function mergeQuoted(known: ChatState['quoted'], messages: readonly WireMessage[]): ChatState['quoted'] {
  const fresh = messages.filter((message) => {
    const other = known.get(message.seq)
    return !other || positionOf(other) < positionOf(message)
  })
  return fresh.length === 0 ? known : new Map([...known, ...fresh.map((message) => [message.seq, message] as const)])
}
