import type { NotificationPayload } from '#shared/realtime/wire.ts'

/** Counts for the badges. `bell`: unread notifications that no tab counts; `likes`: people whose likes are unread. */
export type NotificationCounts = { unread: number; bell: number; likes: number }

/** The member's connected devices, as notifications need them. */
export type Devices = {
  /** True if some device has joined the member's own channel, so that it shows what is sent there. */
  readonly isListening: boolean
  /** Shows a notification on all devices except those of the session `exceptSid`. */
  notification(payload: NotificationPayload, exceptSid?: string): void
  /** Sends the counts: all unread ones, those counted at the bell, and people whose likes are unread. */
  notifications(counts: NotificationCounts): void
  visitors(people: number): void
  /** Asks which window has the focus; it answers through `Notifications.attended`. */
  attention(): void
}

/** Presence of the member, as notifications need it. */
export type MemberPresence = {
  /** A connection is open, and the member shares their presence. */
  readonly isVisible: boolean
  /** Some connection has sent something after `since`, ms. */
  wasActiveAfter(since: number): boolean
}

/** Read state of a conversation. `lastSeq`: its newest message; `readAt`: how far the member has read. */
export type ReadState = { other: string; lastSeq: number; readAt: number; unread: number }
