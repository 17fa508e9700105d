import { action } from '#shared/routing/action.ts'
import type {
  Acknowledgement,
  Delivery,
  HubClientEvent,
  OwnChange,
  OwnMessage,
  Refusal,
  SendResult,
} from '#features/chat/contract.ts'
import type {
  StoredNotification,
  NotificationBadges,
  Notice,
  NotificationCursor,
  OwnLike,
  Preferences,
} from '#features/notifications/contract.ts'
import type { ConversationStage, NotificationKind, PreviewKind } from '#shared/realtime/wire.ts'

type Answer<Value> = Value | Promise<Value>

/** What the worker and the conversations call a member's hub for: the whole of its protocol beside the sockets. */
export interface MemberHubRpc {
  /** A call of a polling client whom the edge has checked. It is held while there is nothing to say. */
  poll(sid: string, input: PollInput): Answer<PollReply>
  summary(): Answer<Summary>
  /** For a page: the same, once people who are not to be met any more are out of it. */
  freshSummary(): Answer<Summary>
  inbox(limit?: number, before?: number, only?: 'inbox' | 'requests'): Answer<InboxRow[]>
  /** Searches the member's own messages; `text` as `searchText` gives it. */
  search(text: string, after: SearchCursor | null): Answer<FoundPage>

  /** A message that the member sends by a plain call; on a connection it comes as a frame. */
  send(conversation: string, message: OwnMessage): Answer<SendResult>
  /** Edits, takes back or reacts to a message in the member's name. */
  change(conversation: string, change: OwnChange): Answer<{ ok: true } | Refusal>
  /** Everything up to `seq` has been seen; null when the member has no such conversation. `unread`: total afterwards. */
  markRead(conversation: string, seq: number): Answer<{ unread: number } | null>

  /** Takes a conversation's delivery, shows what is new and answers how far it has stored it. */
  deliver(delivery: Delivery): Answer<Acknowledgement>
  /** A conversation has ended: it leaves no row, count, notification or open channel behind. May be repeated. */
  drop(conversation: string): Answer<void>
  clientEvent(event: HubClientEvent): Answer<void>
  /** A block: nothing of the member's names that person any more. May be repeated. */
  forgetPerson(person: string): Answer<void>

  preferences(): Answer<Preferences>
  /** Whole keys take the place of what was set before; answers all of it. */
  changePreferences(changed: Partial<Preferences>): Answer<Preferences>
  /** No more e-mails about these kinds. */
  stopEmails(kinds: readonly NotificationKind[]): Answer<void>
  /** Whether the member's presence shows, from now on and in the conversations that are open. */
  setVisibility(showsOnline: boolean): Answer<void>

  /** Keeps a notification and shows it; one that is known by its id is not shown again. */
  notify(notice: Notice, options?: { exceptSid?: string; quietly?: boolean }): Answer<void>
  /** Shows a like that the member has given on their devices; it is not stored. */
  showOwnLike(like: OwnLike): Answer<void>
  notices(limit: number, before: NotificationCursor | null): Answer<StoredNotification[]>
  /** One notification, or all of them (null), were looked at. */
  markNoticesRead(id: string | null): Answer<{ unread: number }>
  /** Notifications of a kind, up to a time, were looked at in the place that they lead to. */
  markKindRead(kind: NotificationKind, until: number): Answer<void>
  /** A like was taken back: no notification names it any more. */
  forgetLike(person: string): Answer<void>
  /** Somebody has looked at the member's profile. */
  expectVisitors(): Answer<void>
  /** A favourite who is a match, too, has come online. */
  notifyOnline(from: string, conversation: string): Answer<void>

  /** Closes the sockets of a session (4401); its token opens no new one for the rest of its validity. */
  disconnect(sid: string): Answer<void>
  /** Closes every socket (4403): the member may see nothing any more. */
  disconnectAll(): Answer<void>
}

/** One conversation in a member's inbox. `at`: time of the last message, or of the opening, in ms. */
export type InboxRow = {
  conversation: string
  /** The other member's id. */
  other: string
  /** Start of the last message on one line; '' before the first one. */
  preview: string
  at: number
  unread: number
  /** True when the last message is the member's own. */
  fromMe: boolean
  previewKind: PreviewKind
  stage: ConversationStage
}

/** What the badges show. */
export type Summary = NotificationBadges & {
  /** Unread messages over all open conversations. */
  unread: number
  /** Incoming requests that wait for an answer. */
  requests: number
  /** Only conversations with something unread. */
  conversations: { conversation: string; unread: number }[]
}

/** Answer of a join of `private-member.{id}`: what a client that was away needs to be right again. */
export type MemberJoinData = { summary: Summary; inbox: InboxRow[] }

/** A poll call as the edge has read it: each frame is JSON, or `ping`. */
export type PollInput = { poll?: string; ack: number; frames: readonly string[]; close?: true }
/** `showsOnline`: what the hub knows of it, beside a queue that was just opened. */
export type PollReply = {
  poll: string
  frames: { n: number; text: string }[]
  closed?: { code: number; reason: string }
  showsOnline?: boolean | null
}

/** A stretch of a found text; `hit`: it is what was searched for. */
export type SnippetPart = { text: string; hit: boolean }
/** A message that a search has found; `seq` is its place in its conversation. */
export type FoundMessage = { conversation: string; seq: number; at: number; fromMe: boolean; snippet: SnippetPart[] }
/** Newest first. `next` names the place after which older ones follow; `isComplete`: nothing is still being indexed. */
export type FoundPage = { hits: FoundMessage[]; next: string | null; isComplete: boolean }
/** Where a page of results begins: after the one of that time and id. */
export type SearchCursor = { at: number; id: number }

/** The long poll; the socket itself is no action. */
export const realtimeActions = { poll: action('/realtime/poll', '') }
