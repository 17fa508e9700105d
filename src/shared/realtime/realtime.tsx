import { createContext, use, useSyncExternalStore } from 'react'
import type { StoreApi } from 'zustand/vanilla'
import type { ChannelName, ConversationChannel, ServerEvent, Since, WireMessage } from './wire.ts'

/** States and announcements of the connection (spec §4 'Realtime connection'). */
export type ConnectionStatus = {
  state: 'opening' | 'open' | 'closed'
  /** `failed` after a first connection or a forced close could not be mended in the attempts of spec §9; tries go on. */
  notice: 'reconnecting' | 'reconnected' | 'failed' | null
}

/** A message of one's own that the server has not acknowledged yet. `cid` makes every repeat the same message. */
export type OutboxItem = {
  channel: ConversationChannel
  cid: string
  text: string
  createdAt: number
  status: 'pending' | 'failed'
  replyTo?: Since
  /** Why the server has refused it, where its writer can mend that. */
  reason?: 'contact-details'
  /** Chosen, but not uploaded yet: it goes up before the message does. */
  photo?: Blob
}

/** What one writes; `text` may be '' beside a photo. */
export type Draft = Pick<OutboxItem, 'text' | 'replyTo' | 'photo'>

/** What a joined conversation tells. `onMessages` may repeat and overlap: `seq` is the key. */
export type ConversationListener = {
  onMessages(messages: readonly WireMessage[]): void
  /** The history on screen is void (another epoch): only these remain. */
  onReset(messages: readonly WireMessage[], at: Since): void
  onEvent(event: ServerEvent): void
  /** Access ended or never was. */
  onRefused(): void
}

/** The one connection of a signed-in page, as features see it. */
export type Realtime = {
  getStatus(): ConnectionStatus
  onStatus(listener: () => void): () => void
  /** Hears every event of every joined channel. */
  onEvent(listener: (event: ServerEvent) => void): () => void
  /** Hears the answer of every join, also after a reconnect: what a listener needs to be right again. */
  onJoined(listener: (channel: ChannelName, data: unknown) => void): () => void
  /** Joins for events only; returns the leaving. */
  join(channel: ChannelName): () => void
  /** Joins from `since` on and keeps up: through gaps, reconnects and new epochs. Returns the leaving. */
  follow(channel: ConversationChannel, since: Since | null, listener: ConversationListener): () => void
  /** Never stored and never repeated; dropped while there is no connection. */
  clientEvent(channel: ConversationChannel, event: `client-${string}`, data?: unknown): void
  outbox: {
    items(channel: ConversationChannel): readonly OutboxItem[]
    onChange(listener: () => void): () => void
    /** Shown at once; settles when a reload, a crash and being offline can do it no harm: not before may the draft go. */
    add(channel: ConversationChannel, draft: Draft, cid?: string): Promise<OutboxItem>
    retry(cid: string): void
    discard(cid: string): void
  }
}

export type LiveState = {
  /** Null until the connection's code has arrived, and for guests. */
  realtime: Realtime | null
  /** Unread messages as the server counts them, newer than the page's own count; null while that is the newest. */
  unread: number | null
  /** Of which in which conversation, as far as they were told of. */
  unreadIn: Readonly<Record<string, number>>
  /** The conversation on screen. `isRead`: its newest messages are in view, and so is what comes. */
  shown: { conversation: string; isRead: boolean } | null
  /** Incoming requests, and notifications that were not looked at: the same. */
  requests: number | null
  notifications: number | null
  /** Those of them that the bell counts: the same. */
  bell: number | null
  /** People whose likes were not looked at: the same. */
  likes: number | null
  /** New visitors, newer than the page's own count; every page counts them anew. */
  visitors: number | null
  /** Now by the server's clock: the browser's own may be wrong. */
  serverNow: () => number
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
  visitors: null,
  serverNow: Date.now,
}

/** Unread messages for a badge: what is being read this moment is not, though the server hears of it a little later. */
export function countUnread({ unread, unreadIn, shown }: Pick<LiveState, 'unread' | 'unreadIn' | 'shown'>): number | null {
  return unread === null || !shown?.isRead ? unread : unread - (unreadIn[shown.conversation] ?? 0)
}

/** Null on the server: nothing is live there. */
export const LiveContext = createContext<StoreApi<LiveState> | null>(null)

const never = () => () => {}

/** A part of what is live; at hydration the idle one, as on the server. */
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
