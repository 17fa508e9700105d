import { action, read } from '#shared/routing/action.ts'
import type { RejectionReason } from '#features/photos/contract.ts'
import { href, withPrefix } from '#shared/routing/href.ts'
import type { LocaleCode } from '#shared/i18n/locales.ts'
import { routes } from '#shared/routing/routes.ts'
import type { NotificationKind, NotificationPayload } from '#shared/realtime/wire.ts'

/** Kept per member; the oldest go first. */
export const keptNotifications = 200
/** Decisions about photos within so long of each other are one notification. */
export const photoDecisionsMs = 60 * 60_000
/** Code points of a message shown in a notification or an inbox row. */
export const previewLength = 140
export const notificationsPageSize = 20

/**
 * What a notification is about, as data: its words are made when somebody reads it, in the language they read in then.
 * `from` is a member's id, `conversation` a chat's.
 */
export type Subject =
  | { kind: 'request' | 'match' | 'reveal'; from: string; conversation: string }
  /** `accepted`: not a message, but leave to write more of them. */
  | { kind: 'message'; from: string; conversation: string; accepted?: true }
  | { kind: 'like'; from: string }
  /** A digest: how many visitors there were whom the member has not seen yet. */
  | { kind: 'visitor'; people: number }
  /** A favourite who is a match, too, has come online. */
  | { kind: 'favourite'; from: string; conversation: string }
  | { kind: 'moderation'; photo: 'approved' }
  | { kind: 'moderation'; photo: 'rejected'; reason: RejectionReason }
  /** What decisions about several photos come to, while nobody has looked; `NotificationStore` adds them up. */
  | { kind: 'moderation'; photo: 'several'; approved: number; rejected: number }
  /** A browser was signed in with, or signed out because its refresh token came back. */
  | { kind: 'security'; event: 'new-device' | 'session-reused'; browser: string | null; system: string | null }
  /** `sign-in-attempts`: strangers have guessed at the password until the limit. */
  | { kind: 'security'; event: 'password' | 'email' | 'sign-in-attempts' }
  | { kind: 'security'; event: 'linked' | 'unlinked'; provider: 'google' | 'facebook' }

/** A repeat with the same `id` is the same notification. */
export type Notice = { id: string } & Subject

/** A kept notification. `others`: whose likes came before the newest one, while nobody had looked. */
export type StoredNotification = { notice: Notice; others: string[]; at: number; unread: boolean }

/** What the badges show of notifications. */
export type NotificationBadges = {
  /** Notifications that were not looked at yet. */
  notifications: number
  /** Of which at the bell: what no tab counts already. */
  bell: number
  /** People whose likes were not looked at yet. */
  likes: number
}

/** Where a page of kept notifications ends, newest first: of two at the same time the one with the greater id comes first. */
export type NotificationCursor = { at: number; id: string }

/** What a kind of notification may do besides being kept in the list. */
export type NotificationChannels = { toast: boolean; sound: boolean; email: boolean }

/** From and to as `HH:MM` in the member's time zone; over midnight when `end` is not after `start`. */
export type QuietHours = { start: string; end: string }

/** What a member has set for themselves; their hub owns it. */
export type Preferences = {
  /** Others learn how far one has read; only those who tell are told. */
  readMarks: boolean
  /** Others learn that one is writing. */
  typing: boolean
  notifications: Record<NotificationKind, NotificationChannels>
  quietHours: QuietHours | null
}

/** Everyone's until they change it, and what stands in while a hub does not answer. */
export const defaultPreferences: Preferences = {
  readMarks: true,
  typing: true,
  notifications: {
    message: { toast: true, sound: true, email: true },
    request: { toast: true, sound: true, email: true },
    match: { toast: true, sound: true, email: true },
    reveal: { toast: true, sound: true, email: true },
    like: { toast: true, sound: true, email: false },
    visitor: { toast: true, sound: false, email: false },
    favourite: { toast: true, sound: true, email: false },
    moderation: { toast: true, sound: true, email: false },
    security: { toast: true, sound: true, email: true },
  },
  quietHours: null,
}

/** A kept notification in its reader's words. */
export type NotificationItem = {
  id: string
  kind: NotificationKind
  title: string
  message: string
  /** Address of a portrait, for this reader only. */
  icon: string | null
  href: string | null
  at: number
  unread: boolean
}

/** What the form of quiet hours shows before there were any. */
export const suggestedQuietHours: QuietHours = { start: '22:00', end: '07:00' }

/** Kinds that a letter tells of when nobody has looked. */
const emailKinds = ['message', 'request', 'match', 'reveal'] as const satisfies readonly NotificationKind[]
export type EmailKind = (typeof emailKinds)[number]

/** `chosen`: a letter may be wished or not. `always`: sent at once by what it is about. `never`: not worth a letter. */
export function emailRule(kind: NotificationKind): 'chosen' | 'always' | 'never' {
  if (kind === 'security') return 'always'
  return emailKinds.some((known) => known === kind) ? 'chosen' : 'never'
}

/** GET /api/notifications: newest first. `next` goes into `before` for older ones. */
export type NotificationsPage = { items: NotificationItem[]; next: string | null }

export const notificationActions = {
  /** `?before=` for older ones, in the language of the page that asks. */
  list: read<NotificationsPage>('/api/notifications'),
  read: action('/api/notifications/read', 'notifications-read'),
  kinds: action('/api/notifications/settings', 'notification-kinds'),
  quiet: action('/api/notifications/settings/quiet-hours', 'quiet-hours'),
  /** `?token=`: the page that asks, for whoever follows the link of an email. */
  askUnsubscribe: read('/api/notifications/unsubscribe', { openToRestricted: true }),
  /** `?token=`; without a session, and from anywhere (RFC 8058). */
  unsubscribe: action('/api/notifications/unsubscribe', '', { crossSite: true, openToRestricted: true }),
}

/** Pages of spec §2 that are not in the route table yet. */
const placesToCome = { anonymous: '/anonymous-chat/', blind: '/blind-dates/' } as const

type Link = Pick<NotificationPayload, 'kind' | 'link' | 'link_anon' | 'link_blind'>

/** Where a notification leads, in its reader's language (spec §3); null when it leads nowhere. */
export function placeOf({ kind, link, link_anon, link_blind }: Link, locale: LocaleCode): string | null {
  if (link) return href(routes.messages, {}, { locale, query: { chat: link } })
  if (link_anon) return withPrefix(placesToCome.anonymous + encodeURIComponent(link_anon), locale)
  if (link_blind) return withPrefix(placesToCome.blind + encodeURIComponent(link_blind), locale)
  if (kind === 'like') return href(routes.likes, {}, { locale })
  if (kind === 'visitor') return href(routes.visitors, {}, { locale })
  if (kind === 'moderation') return href(routes.profileSettings, {}, { locale })
  if (kind === 'security') return href(routes.mainSettings, {}, { locale })
  return null
}
