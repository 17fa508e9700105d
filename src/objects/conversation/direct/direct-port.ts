import type { HubClientEvent, PresenceChange, Progress } from '#features/chat/contract.ts'
import type { DirectAnswer, DirectState } from '#shared/realtime/direct/direct-socket.ts'
import type { Receipt } from '#shared/realtime/wire.ts'
import type { DeliveryState } from '../delivery-state.ts'
import type { LogStore } from '../log-store.ts'
import type { Presence } from '../presence.ts'
import type { ReceiptBook } from '../receipt-book.ts'

/** What the news of pages needs of the conversation (`PageNews`). */
export type PageNewsDeps = {
  state: { head: number }
  log: Pick<LogStore, 'readRange'>
  marks: Pick<ReceiptBook, 'isNewsFor' | 'seenBy' | 'setDelivered' | 'received'>
  presence: Pick<Presence, 'hasAtHub'>
  ports: {
    directs(): DirectPort
    /** Returns whether the two may still reach each other. */
    isAllowed(): Promise<boolean>
    /** True while that is known without a new question. */
    isKnownAllowed(): boolean
    now(): number
  }
  stateOf(member: string): DeliveryState
  takeProgress(member: string, progress: Progress): void
}

/** What a conversation's parts need of its direct sockets (`DirectSockets`). */
export type DirectPort = {
  /** Members with some socket. */
  members(): Set<string>
  /** True while a page of the member shows the conversation by a direct socket. */
  has(member: string): boolean
  /** True while a page shows the conversation by a direct socket, or if one was sent everything up to this position. */
  hasShown(member: string, upTo: number): boolean
  /** Sends pages what they lack. */
  sendPages(deps: PageNewsDeps): void
  /** Sends a member's pages what the log has got; true if it was anything. */
  sendNews(member: string, state: { head: number }, log: Pick<LogStore, 'readRange'>): boolean
  /** True while all of the member's devices are pages that show the conversation by a direct socket. */
  isAlone(member: string): boolean
  sendReceipts(member: string, receipts: readonly Receipt[]): void
  /** Sends a change of another member's presence, unless the two may no longer reach each other. */
  sendPresence(member: string, change: PresenceChange): Promise<void>
  sendClientEvent(member: string, event: HubClientEvent): void
  /** For the member's hub; undefined if there is nothing to report. */
  state(member: string, isChanged: boolean): DirectState | undefined
  /** The hub's answer to a state, or undefined if there is none. */
  takeAnswer(member: string, state: DirectState, answer: DirectAnswer | undefined): void
}

/** Encounters have none: strangers are reached through their hubs alone. */
export const noDirects: DirectPort = {
  members: () => new Set(),
  has: () => false,
  hasShown: () => false,
  isAlone: () => false,
  sendPages: () => {},
  sendNews: () => false,
  sendReceipts: () => {},
  sendPresence: async () => {},
  sendClientEvent: () => {},
  state: () => undefined,
  takeAnswer: () => {},
}

/**
 * A conversation without any. Hubs may still have sockets of before a restart, so they get the empty list. It reports no messages
 * that were lent: the first socket may be admitted while this is on its way, and its report is another one.
 */
export const noneOpen: DirectPort = {
  ...noDirects,
  state: (_, isChanged) => (isChanged ? { connections: [], rev: Date.now(), lease: null } : undefined),
}
