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

/** A hub's calls for the worker and the conversations: its whole protocol beside the sockets. */
export interface MemberHubRpc {
  /** Answers a polling client whom the edge has authenticated. The call is held while there is nothing to send. */
  poll(sid: string, input: PollInput): Answer<PollReply>
  summary(): Answer<Summary>
  /** For a page: reads the summary after excluding people who can no longer be met. */
  freshSummary(): Answer<Summary>
  inbox(limit?: number, before?: number, only?: 'inbox' | 'requests'): Answer<InboxRow[]>
  /** Searches the member's own messages; `text` as `searchText` gives it. */
  search(text: string, after: SearchCursor | null): Answer<FoundPage>

  /** A message that the member sends by a plain call; on a connection it comes as a frame. */
  send(conversation: string, message: OwnMessage): Answer<SendResult>
  /** Edits, takes back or reacts to a message in the member's name. */
  change(conversation: string, change: OwnChange): Answer<{ ok: true } | Refusal>
  /** Marks everything up to `seq` as seen; null when the member has no such conversation. `unread`: total afterwards. */
  markRead(conversation: string, seq: number): Answer<{ unread: number } | null>

  /** Takes a conversation's delivery, shows new messages and answers how far it has stored the log. */
  deliver(delivery: Delivery): Answer<Acknowledgement>
  /** Forgets a conversation that has ended: it leaves no row, count, notification or open channel behind. Idempotent. */
  drop(conversation: string): Answer<void>
  clientEvent(event: HubClientEvent): Answer<void>
  /** After a block: removes that person from everything of the member's. Idempotent. */
  forgetPerson(person: string): Answer<void>

  preferences(): Answer<Preferences>
  /** Replaces whole keys of the preferences; returns all of them. */
  changePreferences(changed: Partial<Preferences>): Answer<Preferences>
  /** Stops e-mails about these kinds. */
  stopEmails(kinds: readonly NotificationKind[]): Answer<void>
  /** Shows or hides the member's presence, from now on and in the open conversations. */
  setVisibility(showsOnline: boolean): Answer<void>

  /** Stores a notification and shows it; one with a known id is not shown again. */
  notify(notice: Notice, options?: { exceptSid?: string; quietly?: boolean }): Answer<void>
  /** Shows a like that the member has given on their devices; it is not stored. */
  showOwnLike(like: OwnLike): Answer<void>
  /** Notifies the member's devices that their cart, or an order, has changed; it is not stored. */
  showCart(revision: number): Answer<void>
  notices(limit: number, before: NotificationCursor | null): Answer<StoredNotification[]>
  /** Marks one notification, or all of them (null), as read. */
  markNoticesRead(id: string | null): Answer<{ unread: number }>
  /** Marks notifications of a kind, up to a time, as read, because their own page was opened. */
  markKindRead(kind: NotificationKind, until: number): Answer<void>
  /** Forgets a like that was taken back: no notification names it any more. */
  forgetLike(person: string): Answer<void>
  /** Schedules a notification about visits, because somebody has looked at the member's profile. */
  expectVisitors(): Answer<void>
  /** Notifies that a favourite who is a match, too, has come online. */
  notifyOnline(from: string, conversation: string): Answer<void>

  /** A device of the member takes push messages from now on. */
  pushStarted(): Answer<void>
  /** No device did, as of `since` (ms): nothing more is sent to the queue. */
  pushEnded(since: number): Answer<void>

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

/** The counts of the badges. */
export type Summary = NotificationBadges & {
  /** Unread messages over all open conversations. */
  unread: number
  /** Incoming requests that wait for an answer. */
  requests: number
  /** Only conversations with something unread. */
  conversations: { conversation: string; unread: number }[]
}

/** The answer to a join of `private-member.{id}`: everything that a client missed while it was away. */
export type MemberJoinData = { summary: Summary; inbox: InboxRow[] }

/** A poll call as the edge has parsed it: each frame is JSON, or `ping`. */
export type PollInput = { poll?: string; ack: number; frames: readonly string[]; close?: true }
/** `showsOnline`: the visibility that the hub knows, only beside a queue that was just opened. */
export type PollReply = {
  poll: string
  frames: { n: number; text: string }[]
  closed?: { code: number; reason: string }
  showsOnline?: boolean | null
}

/** A part of a found text; `hit`: it matches the search. */
export type SnippetPart = { text: string; hit: boolean }
/** A message that a search has found; `seq` is its position in its conversation. */
export type FoundMessage = { conversation: string; seq: number; at: number; fromMe: boolean; snippet: SnippetPart[] }
/** Newest first. `next` is the cursor of the next page; `isComplete`: nothing is still being indexed. */
export type FoundPage = { hits: FoundMessage[]; next: string | null; isComplete: boolean }
/** The cursor of a page of results: it begins after the one of that time and id. */
export type SearchCursor = { at: number; id: number }

/** The long poll's action; the socket itself is none. */
export const realtimeActions = { poll: action('/realtime/poll', '') }
