import type { NotificationPayload } from '#shared/realtime/wire.ts'

/** Counts for the badges. `bell`: unread ones that no tab counts; `likes`: people whose likes are unread. */
export type NotificationCounts = { unread: number; bell: number; likes: number }

/** The member's connected devices, as notifications need them. */
export type Devices = {
  /** True when some device has joined the member's own channel, so that it shows what is sent there. */
  readonly isListening: boolean
  /** Shows a notification, on all devices but those of the session `exceptSid`. */
  notification(payload: NotificationPayload, exceptSid?: string): void
  /** Sends the counts: all unread ones, those that count at the bell, and people whose likes are unread. */
  notifications(counts: NotificationCounts): void
  visitors(people: number): void
  /** Asks which of them has the focus: it answers by `Notifications.attended`. */
  attention(): void
}

/** Presence of the member, as notifications need it. */
export type MemberPresence = {
  /** A connection is open, and the member lets others see that. */
  readonly isVisible: boolean
  /** Some connection has sent something after `since`, ms. */
  wasActiveAfter(since: number): boolean
}

/** How far a conversation is read. `lastSeq`: its newest message; `readAt`: up to where the member has read. */
export type ReadState = { other: string; lastSeq: number; readAt: number; unread: number }
