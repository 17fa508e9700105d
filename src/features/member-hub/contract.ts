import { action } from '#shared/routing/action.ts'
import type {
  StoredNotification,
  NotificationBadges,
  Notice,
  NotificationCursor,
  OwnLike,
  Preferences,
} from '#features/notifications/contract.ts'
import type { NotificationKind } from '#shared/realtime/wire.ts'

type Answer<Value> = Value | Promise<Value>

/**
 * A hub's calls beside its sockets. Those about messages, seats and dates are in the contracts of chat (`ChatHubRpc`), encounters
 * (`SeatHubRpc`) and blind dates (`DatesHubRpc`).
 */
export interface MemberHubRpc {
  /** Answers a polling client whom the edge has authenticated. The call is held while there is nothing to send. */
  poll(sid: string, input: PollInput): Answer<PollReply>
  summary(): Answer<Summary>
  /** For a page: reads the summary after excluding people who can no longer be met. */
  freshSummary(): Answer<Summary>

  /** After a block: removes that person from everything of the member's. Idempotent. */
  forgetPerson(person: string): Answer<void>

  preferences(): Answer<Preferences>
  /** Replaces whole keys of the preferences; returns all of them. */
  changePreferences(changed: Partial<Preferences>): Answer<Preferences>
  /** Stops emails about these kinds. */
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

/** The counts of the badges. */
export type Summary = NotificationBadges & {
  /** Unread messages over all open conversations. */
  unread: number
  /** Incoming requests that wait for an answer. */
  requests: number
  /** Only conversations with something unread. */
  conversations: { conversation: string; unread: number }[]
}

/** A poll call as the edge has parsed it: each frame is JSON, or `ping`. */
export type PollInput = { poll?: string; ack: number; frames: readonly string[]; close?: true }
/** `showsOnline`: the visibility that the hub knows, only beside a queue that was just opened. */
export type PollReply = {
  poll: string
  frames: { n: number; text: string }[]
  closed?: { code: number; reason: string }
  showsOnline?: boolean | null
}

/** The long poll's action; the socket itself is none. */
export const realtimeActions = { poll: action('/realtime/poll', '') }
