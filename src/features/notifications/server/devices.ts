import type { NotificationPayload } from '#shared/realtime/wire.ts'

/** What the badges count. `bell`: unread ones that no tab counts; `likes`: people whose likes are unread. */
export type NotificationCounts = { unread: number; bell: number; likes: number }

/** The member's connected devices, as notifications need them. */
export type Devices = {
  /** True when some device has joined the member's own channel, so that it shows what is sent there. */
  readonly isListening: boolean
  /** Shows a notification, on all devices but those of the session `exceptSid`. */
  notification(payload: NotificationPayload, exceptSid?: string): void
  /** How many notifications are unread, how many of those count at the bell, and how many people's likes. */
  notifications(counts: NotificationCounts): void
  visitors(people: number): void
}

/** Whether the member is there. */
export type MemberPresence = {
  /** A connection is open, and the member lets others see that. */
  readonly isVisible: boolean
  /** Some connection has sent something after `since`, ms. */
  wasActiveAfter(since: number): boolean
}

/** How far a conversation is read. `lastSeq`: its newest message; `readAt`: up to where the member has read. */
export type ReadState = { other: string; lastSeq: number; readAt: number; unread: number }
