import { findLocale, type LocaleCode } from '#shared/i18n/locales.ts'
import { notificationKinds, type NotificationKind, type NotificationPayload } from '#shared/realtime/wire.ts'
import { action } from '#shared/routing/action.ts'
import { href } from '#shared/routing/href.ts'
import { routes } from '#shared/routing/routes.ts'
import { notificationHref } from '#shared/routing/notification-href.ts'

/** Calls of scripts: no form can make a browser's subscription. */
export const pushActions = {
  subscribe: action('/api/push/subscribe', ''),
  unsubscribe: action('/api/push/unsubscribe', ''),
}

/** More devices than anybody uses; the oldest one makes room. */
export const mostSubscriptions = 5
/** Bytes of base64url: an uncompressed point of P-256, and the secret beside it. */
export const publicKeyLength = 87
export const secretLength = 22

/** A browser's subscription. */
export type PushDevice = { endpoint: string; p256dh: string; auth: string }

/**
 * What the server is asked to take it for: `member` is who wanted messages here, so that a browser whose subscription changes later signs
 * up no other member (409).
 */
export type PushRequest = PushDevice & { member: string }

/** The one page that a push message is about, as in a notification; none where it is about several, or about a list. */
export type PushLink = Pick<NotificationPayload, 'link' | 'link_anon' | 'link_blind' | 'link_order'>
const linkFields = ['link', 'link_anon', 'link_blind', 'link_order'] as const satisfies readonly (keyof PushLink)[]
const isLinkId = (value: unknown) => value === undefined || (typeof value === 'string' && /^[\w-]{1,64}$/.test(value))

/**
 * What a push message holds, encrypted for the browser: the kind, its words in the member's language, and the id of its page. What is
 * shown has no name, id or message in it, because it stands on a lock screen.
 */
export type PushPayload = PushLink & {
  kind: NotificationKind
  locale: LocaleCode
  title: string
  text: string
  /** Shown without a sound or a vibration, in quiet hours. */
  isSilent?: true
}

/** Recognises one: what a push service delivers may come from an older version, or be none of ours. */
export function isPushPayload(value: unknown): value is PushPayload {
  const { kind, locale, title, text, ...rest }: { [name: string]: unknown } = Object(value)
  const isKnown = notificationKinds.some((each) => each === kind) && findLocale(String(locale)) !== null
  const hasIds = linkFields.every((name) => isLinkId(rest[name]))
  return isKnown && hasIds && typeof title === 'string' && typeof text === 'string'
}

/**
 * Returns the page that a push message leads to: that of its notification, or the list where it may be one of several. The address is
 * made here; a message holds none.
 */
export function pushHref(payload: PushLink & Pick<PushPayload, 'kind' | 'locale'>): string {
  const { kind, locale } = payload
  // Photos and reports: the list says which.
  if (kind === 'moderation') return href(routes.mainSettings, {}, { locale, query: { section: 'latest' } })
  const address = notificationHref({ id: '', ...payload }, locale)
  if (address !== null) return address
  if (kind === 'order') return href(routes.store, {}, { locale, query: { view: 'orders' } })
  // Favourites who are online are in the list of them, others in the inbox.
  return href(kind === 'favourite' ? routes.favourites : routes.messages, {}, { locale })
}
