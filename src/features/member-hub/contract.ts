import { action } from '#shared/routing/action.ts'
import type {
  NoticesRead,
  StoredNotification,
  NotificationBadges,
  Notice,
  NotificationCursor,
  OwnLike,
  Preferences,
} from '#features/notifications/contract.ts'
import type { NotificationKind } from '#shared/realtime/wire.ts'
import type { HubRows } from '#shared/realtime/stored-rows.ts'

type Answer<Value> = Value | Promise<Value>

/**
 * A hub's calls besides its sockets. Those about messages, seats and dates are in the contracts of chat (`ChatHubRpc`),
 * encounters (`SeatHubRpc`) and blind dates (`DatesHubRpc`).
 */
export interface MemberHubRpc extends HubRows {
  /** Answers a polling client that the edge has authenticated. The call is held while there is nothing to send. */
  poll(sid: string, input: PollInput): Answer<PollReply>
  summary(): Answer<Summary>
  /**
   * For a page: reads the summary after excluding people who can no longer be met. `peopleRevision`: the member's, as the page has
   * just read it; null or none if it has not. `read`: what the page has read of the member besides; null if they may not act.
   */
  freshSummary(peopleRevision?: number | null, read?: PageRead | null): Answer<Summary>

  /** Whether the session may get this photo now. Of the photos that no page has just shown, those requested together are one question to D1. */
  mayOpenPhoto(wanted: WantedPhoto): Answer<boolean>

  /** After a block: removes that person from all of the member's data. Idempotent. */
  forgetPerson(person: string): Answer<void>

  preferences(): Answer<Preferences>
  /** Replaces whole keys of the preferences; returns all of them. */
  changePreferences(changed: Partial<Preferences>): Answer<Preferences>
  /** Stops emails about these kinds. */
  stopEmails(kinds: readonly NotificationKind[]): Answer<void>
  /** Shows or hides the member's presence, from now on and in open conversations. */
  setVisibility(showsOnline: boolean): Answer<void>

  /** Stores a notification and shows it; one with a known id is not shown again. */
  notify(notice: Notice, options?: { exceptSid?: string; quietly?: boolean }): Answer<void>
  /** Shows a like on the devices of the member who gave it; it is not stored. */
  showOwnLike(like: OwnLike): Answer<void>
  /** Notifies the member's devices that their cart, or an order, has changed; it is not stored. */
  showCart(revision: number): Answer<void>
  notices(limit: number, before: NotificationCursor | null): Answer<StoredNotification[]>
  /** Marks one notification, or all of them (null), as read. */
  markNoticesRead(id: string | null): Answer<NoticesRead>
  /** Marks notifications of a kind, up to a time, as read, because their own page was opened. */
  markKindRead(kind: NotificationKind, until: number): Answer<void>
  /** Removes a like that was withdrawn from all notifications. */
  forgetLike(person: string): Answer<void>
  /** Schedules a notification about visits, because another member has opened the member's profile. */
  expectVisitors(): Answer<void>
  /** Notifies that a favourite, who is also a match, has come online. */
  notifyOnline(from: string, conversation: string): Answer<void>

  /** A device of the member now receives push messages. */
  pushStarted(): Answer<void>
  /** No device receives them any more, as of `since` (ms): nothing more is sent to the queue. */
  pushEnded(since: number): Answer<void>

  /** Closes the sockets of a session (4401); its token opens no new one while it is still valid. */
  disconnect(sid: string): Answer<void>
  /** Closes every socket (4403): the member has lost all access. */
  disconnectAll(): Answer<void>
  /** Deletes everything for good, because the account is purged. Whatever comes later stores nothing. Idempotent. */
  purge(): Answer<void>
}

/** A photo that a live session of the member requests by a URL made for viewing people. */
export type WantedPhoto = { sid: string; photoKey: string }

/** Photos that a page of a live session shows, by people whom the viewer can meet. `readAt`: before the page was read (ms). */
export type ShownPhotos = { sid: string; photoKeys: readonly string[]; readAt: number }

/** What a page of a live session has read, of a member who is neither restricted nor deleted. */
export type PageRead = ShownPhotos & {
  /** The setting of the profile; null without one. */
  showsOnline: boolean | null
}

/** The counts shown in badges. */
export type Summary = NotificationBadges & {
  /** Unread messages in all open conversations. */
  unread: number
  /** Pending requests from others. */
  requests: number
  /** Only conversations with unread messages. */
  conversations: { conversation: string; unread: number }[]
  /** The conversation of the newest match that somebody else made and the member has not seen yet; null for none. */
  match: string | null
}

/** A poll call as parsed by the edge: each frame is JSON, or `ping`. */
export type PollInput = { poll?: string; ack: number; frames: readonly string[]; close?: true }
/** `showsOnline`: the hub's current visibility, only with a queue that was just opened. */
export type PollReply = {
  poll: string
  frames: { n: number; text: string }[]
  closed?: { code: number; reason: string }
  showsOnline?: boolean | null
}

/** The long poll's action; the socket itself is not an action. */
export const realtimeActions = { poll: action('/realtime/poll', '') }
