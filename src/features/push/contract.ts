import { findLocale, type LocaleCode } from '#shared/i18n/locales.ts'
import { notificationKinds, type NotificationKind, type NotificationPayload } from '#shared/realtime/wire.ts'
import { action } from '#shared/routing/action.ts'
import { href } from '#shared/routing/href.ts'
import { routes } from '#shared/routing/routes.ts'
import { notificationHref } from '#shared/routing/notification-href.ts'

/** Calls of scripts: no form can create a browser's subscription. */
export const pushActions = {
  subscribe: action('/api/push/subscribe', ''),
  unsubscribe: action('/api/push/unsubscribe', ''),
}

/** More devices than anyone uses; a new one replaces the oldest. */
export const mostSubscriptions = 5
/** Lengths in base64url: an uncompressed point of P-256, and the secret that belongs to it. */
export const publicKeyLength = 87
export const secretLength = 22

/** A browser's subscription. */
export type PushDevice = { endpoint: string; p256dh: string; auth: string }

/**
 * The request to store a subscription. `member` is who asked for messages here, so that a later change of the subscription
 * registers no other member (409).
 */
export type PushRequest = PushDevice & { member: string }

/** The one page that a push message is about, as in a notification; none if it is about several, or about a list. */
export type PushLink = Pick<NotificationPayload, 'link' | 'link_anon' | 'link_blind' | 'link_order'>
const linkFields = ['link', 'link_anon', 'link_blind', 'link_order'] as const satisfies readonly (keyof PushLink)[]
const isLinkId = (value: unknown) => value === undefined || (typeof value === 'string' && /^[\w-]{1,64}$/.test(value))

/**
 * The content of a push message, encrypted for the browser: the kind, its text in the member's language, and the id of its page.
 * The text shown contains no name, id or message, because it appears on a lock screen.
 */
export type PushPayload = PushLink & {
  kind: NotificationKind
  locale: LocaleCode
  title: string
  text: string
  /** Shown without a sound or a vibration, in quiet hours. */
  isSilent?: true
}

/** Checks a payload: what a push service delivers may come from an older version, or from elsewhere. */
export function isPushPayload(value: unknown): value is PushPayload {
  const { kind, locale, title, text, ...rest }: { [name: string]: unknown } = Object(value)
  const isKnown = notificationKinds.some((each) => each === kind) && findLocale(String(locale)) !== null
  const hasIds = linkFields.every((name) => isLinkId(rest[name]))
  return isKnown && hasIds && typeof title === 'string' && typeof text === 'string'
}

/**
 * Returns the page that a push message opens: that of its notification, or the list if it may be one of several. The URL is built
 * here; a message contains none.
 */
export function pushHref(payload: PushLink & Pick<PushPayload, 'kind' | 'locale'>): string {
  const { kind, locale } = payload
  // Photos and reports: the list shows which.
  if (kind === 'moderation') return href(routes.mainSettings, {}, { locale, query: { section: 'latest' } })
  const address = notificationHref({ id: '', ...payload }, locale)
  if (address !== null) return address
  if (kind === 'order') return href(routes.store, {}, { locale, query: { view: 'orders' } })
  // Favourites who are online are on their own list, all others in the inbox.
  return href(kind === 'favourite' ? routes.favourites : routes.messages, {}, { locale })
}
