import { createContext, use, useSyncExternalStore } from 'react'
import type { StoreApi } from 'zustand/vanilla'
import type { AnswerCode, ChannelName, ConversationChannel, ServerEvent, Since, WireMessage } from './wire.ts'

/** States and announcements of the connection (spec §4 'Realtime connection'). */
export type ConnectionStatus = {
  state: 'opening' | 'open' | 'closed'
  /** `failed`: a first connection or a forced close did not recover within the attempts of spec §9; retries continue. */
  notice: 'reconnecting' | 'reconnected' | 'failed' | null
}

/** The viewer's own message, not yet acknowledged by the server. `cid` makes every retry the same message. */
export type OutboxItem = {
  channel: ConversationChannel
  cid: string
  text: string
  createdAt: number
  status: 'pending' | 'failed'
  replyTo?: Since
  /** The code of its last refusal. */
  reason?: AnswerCode | 'closed' | 'timeout'
  /** A photo not uploaded yet: the upload comes before the message. */
  photo?: Blob
}

/** The content of a new message; `text` may be '' beside a photo. */
export type Draft = Pick<OutboxItem, 'text' | 'replyTo' | 'photo'>

/** A listener to a joined conversation. `onMessages` may repeat and overlap: `seq` is the key. */
export type ConversationListener = {
  onMessages(messages: readonly WireMessage[]): void
  /** The history on screen is void (another epoch): only these messages remain. */
  onReset(messages: readonly WireMessage[], at: Since): void
  onEvent(event: ServerEvent): void
  /** Access ended or never was. */
  onRefused(): void
}

/** The one connection of a signed-in page, as features see it. */
export type Realtime = {
  getStatus(): ConnectionStatus
  onStatus(listener: () => void): () => void
  /** Called with every event of every joined channel. */
  onEvent(listener: (event: ServerEvent) => void): () => void
  /** Called with the answer to every join, even after a reconnect: it contains everything that was missed. */
  onJoined(listener: (channel: ChannelName, data: unknown) => void): () => void
  /** Joins for events only; returns the function to leave. */
  join(channel: ChannelName): () => void
  /** Joins from `since` on and keeps up through gaps, reconnects and new epochs. Returns the function to leave. */
  follow(channel: ConversationChannel, since: Since | null, listener: ConversationListener): () => void
  /** Sends a momentary event: never stored, never repeated, and dropped without a connection. */
  clientEvent(channel: ChannelName, event: `client-${string}`, data?: unknown): void
  /** Reports how far a joined conversation was seen; false if a plain call has to do it. */
  markRead(channel: ConversationChannel, seq: number): Promise<boolean>
  outbox: {
    items(channel: ConversationChannel): readonly OutboxItem[]
    onChange(listener: () => void): () => void
    /**
     * Adds a message, shown immediately. Resolves when a reload, a crash or being offline can no longer lose it: keep the draft
     * until then.
     */
    add(channel: ConversationChannel, draft: Draft, cid?: string): Promise<OutboxItem>
    retry(cid: string): void
    discard(cid: string): void
  }
}

export type LiveState = {
  /** Null until the connection's code is loaded, and for guests. */
  realtime: Realtime | null
  /** Unread messages as counted by the server, if newer than the page's own count; otherwise null. */
  unread: number | null
  /** Unread messages by conversation, as far as events have shown them. */
  unreadIn: Readonly<Record<string, number>>
  /** The conversation on screen. `isRead`: its newest messages are in view, so new ones will be too. */
  shown: { conversation: string; isRead: boolean } | null
  /** Incoming requests, if newer than the page's own count, or null; `notifications` is the same for unread notifications. */
  requests: number | null
  notifications: number | null
  /** The ones among them that the bell counts; newer or null as above. */
  bell: number | null
  /** People whose likes have not been seen; newer or null as above. */
  likes: number | null
  /** The conversation of the newest unseen match that somebody else made, when the connection was last made; null for none. */
  match: string | null
  /** New visitors, if newer than the page's own count; every page counts them again. */
  visitors: number | null
  /** Returns the present by the server's clock: the browser's own may be wrong. */
  serverNow: () => number
  /** The same with a monotonic clock, for countdowns; it may fall behind while the machine sleeps. */
  steadyNow: () => number
}

export const idleLiveState: LiveState = {
  realtime: null,
  unread: null,
  unreadIn: {},
  shown: null,
  requests: null,
  notifications: null,
  bell: null,
  likes: null,
  match: null,
  visitors: null,
  serverNow: Date.now,
  steadyNow: () => 0,
}

/**
 * Counts unread messages for a badge, without those being read at this moment, of which the server is notified slightly later.
 */
export function countUnread({ unread, unreadIn, shown }: Pick<LiveState, 'unread' | 'unreadIn' | 'shown'>): number | null {
  return unread === null || !shown?.isRead ? unread : unread - (unreadIn[shown.conversation] ?? 0)
}

/** Null on the server: nothing is live there. */
export const LiveContext = createContext<StoreApi<LiveState> | null>(null)

const never = () => () => {}

/** Returns a part of the live state; during hydration the idle one, as on the server. */
export function useLive<Part>(select: (state: LiveState) => Part): Part {
  const store = use(LiveContext)
  return useSyncExternalStore(
    store?.subscribe ?? never,
    () => select(store?.getState() ?? idleLiveState),
    () => select(idleLiveState),
  )
}

const noStatus: ConnectionStatus = { state: 'closed', notice: null }

export function useConnectionStatus(): ConnectionStatus {
  const realtime = useLive((live) => live.realtime)
  return useSyncExternalStore(
    realtime?.onStatus ?? never,
    () => realtime?.getStatus() ?? noStatus,
    () => noStatus,
  )
}
