import { action, read } from '#shared/routing/action.ts'
import type { RejectionReason, VerificationOutcome } from '#features/photos/contract.ts'
import type { OrderEvent } from '#shared/realtime/order-event.ts'
import type { OrderedProduct } from '#shared/text/product-name.ts'
import type { NotificationKind } from '#shared/realtime/wire.ts'
import type { TieKind } from '#shared/text/tie.ts'

/** Kept per member; the oldest are deleted first. */
export const keptNotifications = 200
/** Decisions about photos that follow each other within this time are one notification. */
export const photoDecisionsMs = 60 * 60_000
/** Code points of a message shown in a notification or an inbox row. */
export const previewLength = 140
export const notificationsPageSize = 20
/** A match that the member has not seen for this long is only in the list, no longer a moment. */
export const matchMomentMs = 7 * 24 * 60 * 60_000

/**
 * The subject of a notification, as data: it is put into words when it is read, in the reader's current language. `from` is a
 * member's id, `conversation` a chat's.
 */
export type Subject =
  | { kind: 'request' | 'match' | 'reveal'; from: string; conversation: string }
  /** `accepted`: no new message, but a request was accepted, so more may be written. */
  | { kind: 'message'; from: string; conversation: string; accepted?: true }
  /** `tie`: the kind of thing on the member's profile that the like is tied to. Its words and the line are in no notification. */
  | { kind: 'like'; from: string; tie?: TieKind }
  /** A digest: the number of visitors whom the member has not seen yet. */
  | { kind: 'visitor'; people: number }
  /** A favourite, who is also a match, has come online. */
  | { kind: 'favourite'; from: string; conversation: string }
  /** Paired in anonymous chat. It contains nothing about the other person. */
  | { kind: 'stranger'; encounter: string }
  /**
   * `restored` and `returned`: the bank has decided for the payment, or against it. `products`: what was ordered; missing from
   * older ones. Never the amount, which is stored with the order.
   */
  | { kind: 'order'; order: string; event: OrderEvent; products?: readonly OrderedProduct[] }
  | { kind: 'gift'; from: string; conversation: string }
  /** The lobby of a booked evening is open; `slot` in ms. */
  | { kind: 'blind-date'; slot: number }
  /** How the member's photo challenge ended. */
  | ({ kind: 'verification' } & VerificationOutcome)
  | { kind: 'moderation'; photo: 'approved' }
  | { kind: 'moderation'; photo: 'rejected'; reason: RejectionReason }
  /** The sum of decisions about several unread photos; `NotificationStore` adds them up. */
  | { kind: 'moderation'; photo: 'several'; approved: number; rejected: number }
  /** The outcome of the member's own report, without the reported member and without any measure taken. */
  | { kind: 'moderation'; report: 'dismissed' | 'acted' }
  /** A sign-in from a new browser, or a session that ended because its refresh token was reused. */
  | { kind: 'security'; event: 'new-device' | 'session-reused'; browser: string | null; system: string | null }
  /** `sign-in-attempts`: strangers have used up their tries at the password. */
  | { kind: 'security'; event: 'password' | 'email' | 'sign-in-attempts' | 'passkey-added' | 'passkey-removed' | 'export-ready' }
  | { kind: 'security'; event: 'linked' | 'unlinked'; provider: 'google' | 'facebook' }

/** A repeat with the same `id` is the same notification. */
export type Notice = { id: string } & Subject

/**
 * A like that the member has given: shown on their own devices, never stored. `remain`: likes left; without it they are not
 * counted.
 */
export type OwnLike = { to: string; remain?: number | undefined }

/** A blind date that waits for acceptance until then (ms): shown on the member's devices, never stored. It names no one. */
export type DateOffer = { date: string; until: number }

/** A kept notification. `others`: people whose likes came before the newest one, while all of them were unread. */
export type StoredNotification = { notice: Notice; others: string[]; at: number; unread: boolean }

/** Unread notifications, as counted in badges. */
export type NotificationBadges = {
  /** Unread notifications. */
  notifications: number
  /** Those of them that belong to no tab: they are counted at the bell. */
  bell: number
  /** People whose likes are unread. */
  likes: number
}

/** End of a page of kept notifications, newest first: if two have the same time, the greater id comes first. */
export type NotificationCursor = { at: number; id: string }

/** Where a kind of notification may appear besides the list. */
export type NotificationChannels = { toast: boolean; sound: boolean; push: boolean; email: boolean }

/** From and to as `HH:MM` in the member's time zone; past midnight if `end` is not after `start`. */
export type QuietHours = { start: string; end: string }

/** Preferences of a member; their hub owns them. */
export type Preferences = {
  /** Others see how far the member has read. Reciprocal: a member who hides it does not see it of others. */
  readMarks: boolean
  /** Others see that the member is typing. */
  typing: boolean
  notifications: Record<NotificationKind, NotificationChannels>
  quietHours: QuietHours | null
}

/** Everyone's until they change them; also used if a hub does not answer. */
export const defaultPreferences: Preferences = {
  readMarks: true,
  typing: true,
  notifications: {
    message: { toast: true, sound: true, push: true, email: true },
    request: { toast: true, sound: true, push: true, email: true },
    match: { toast: true, sound: true, push: true, email: true },
    reveal: { toast: true, sound: true, push: true, email: true },
    like: { toast: true, sound: true, push: true, email: false },
    visitor: { toast: true, sound: false, push: false, email: false },
    favourite: { toast: true, sound: true, push: false, email: false },
    stranger: { toast: true, sound: true, push: true, email: false },
    'blind-date': { toast: true, sound: true, push: true, email: true },
    order: { toast: true, sound: true, push: true, email: true },
    gift: { toast: true, sound: true, push: true, email: true },
    verification: { toast: true, sound: true, push: true, email: true },
    moderation: { toast: true, sound: true, push: false, email: false },
    security: { toast: true, sound: true, push: true, email: true },
  },
  quietHours: null,
}

/** A kept notification in its reader's language. */
export type NotificationItem = {
  id: string
  kind: NotificationKind
  title: string
  message: string
  /** URL of a portrait, for this reader only. */
  icon: string | null
  href: string | null
  at: number
  unread: boolean
}

/** Suggested in the form to a member without quiet hours. */
export const suggestedQuietHours: QuietHours = { start: '22:00', end: '07:00' }

/**
 * `chosen`: the member decides. `always`: what causes it also sends an email at once. `reports`: only a decided report
 * does so. `never`: not important enough for an email.
 */
export type EmailRule = 'chosen' | 'always' | 'reports' | 'never'

/** Which kinds are emailed (product.md 'Talking'). Those of blind dates are reminders. */
export const emailRules = {
  message: 'chosen',
  request: 'chosen',
  match: 'chosen',
  reveal: 'chosen',
  like: 'never',
  visitor: 'never',
  favourite: 'never',
  stranger: 'never',
  'blind-date': 'chosen',
  order: 'always',
  gift: 'chosen',
  verification: 'always',
  moderation: 'reports',
  security: 'always',
} as const satisfies Record<NotificationKind, EmailRule>

/** Kinds for which the member decides whether emails are sent. */
export type EmailKind = { [K in NotificationKind]: (typeof emailRules)[K] extends 'chosen' ? K : never }[NotificationKind]

/** Kinds that an email reports while they are unread. */
export const digestKinds = ['message', 'request', 'match', 'reveal', 'gift'] as const satisfies readonly EmailKind[]
export type DigestKind = (typeof digestKinds)[number]

export function isDigestKind(kind: NotificationKind): kind is DigestKind {
  return digestKinds.some((known) => known === kind)
}

/** Response of GET /api/notifications: newest first. `next` is the value of `before` for older ones. */
export type NotificationsPage = { items: NotificationItem[]; next: string | null }

/**
 * `unread`: how many are left. `wasUnread`: this call has marked something, so of several windows that mark the same one only the
 * first gets true.
 */
export type NoticesRead = { unread: number; wasUnread: boolean }

export const notificationActions = {
  /** `?before=` for older ones, in the language of the requesting page. */
  list: read<NotificationsPage>('/api/notifications'),
  /** `id`: the only one to be read, or all of them. */
  read: action<NoticesRead>('/api/notifications/read', 'notifications-read'),
  kinds: action('/api/notifications/settings', 'notification-kinds'),
  quiet: action('/api/notifications/settings/quiet-hours', 'quiet-hours'),
  /** `?token=`: renders the question, for a visitor who follows the link of an email. */
  askUnsubscribe: read('/api/notifications/unsubscribe', { openToRestricted: true }),
  /** `?token=`; without a session, and from anywhere (RFC 8058). */
  unsubscribe: action('/api/notifications/unsubscribe', '', { crossSite: true, openToRestricted: true }),
}

/** The id of the notice that a member was paired in this anonymous chat: one for each chat. */
export const strangerNoticeId = (encounter: string) => `stranger:${encounter}`
