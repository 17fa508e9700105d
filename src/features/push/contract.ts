import { findLocale, type LocaleCode } from '#shared/i18n/locales.ts'
import { notificationKinds, type NotificationKind } from '#shared/realtime/wire.ts'
import { action } from '#shared/routing/action.ts'
import { href } from '#shared/routing/href.ts'
import { routes } from '#shared/routing/routes.ts'

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

/** A browser's subscription as it is sent to the server. */
export type PushDevice = { endpoint: string; p256dh: string; auth: string }

/**
 * What a push message holds, encrypted for the browser: the kind and its words in the member's language. There is no name, id, message
 * or address in it, because it stands on a lock screen.
 */
export type PushPayload = {
  kind: NotificationKind
  locale: LocaleCode
  title: string
  text: string
  /** Shown without a sound or a vibration, in quiet hours. */
  isSilent?: true
}

/** Recognises one: what a push service delivers may come from an older version, or be none of ours. */
export function isPushPayload(value: unknown): value is PushPayload {
  const { kind, locale, title, text }: { [name: string]: unknown } = Object(value)
  const isKnown = notificationKinds.some((each) => each === kind) && findLocale(String(locale)) !== null
  return isKnown && typeof title === 'string' && typeof text === 'string'
}

/** Returns the page that a push message leads to. It is chosen here, by the kind alone. */
export function pushHref(kind: NotificationKind, locale: LocaleCode): string {
  switch (kind) {
    case 'message':
    case 'request':
    case 'match':
    case 'reveal':
    case 'gift':
      return href(routes.messages, {}, { locale })
    case 'like':
      return href(routes.likes, {}, { locale })
    case 'visitor':
      return href(routes.visitors, {}, { locale })
    case 'favourite':
      return href(routes.favourites, {}, { locale })
    case 'blind-date':
      return href(routes.blindDates, {}, { locale })
    case 'order':
      return href(routes.store, {}, { locale, query: { view: 'orders' } })
    case 'moderation':
      // Photos and reports: the list says which.
      return href(routes.mainSettings, {}, { locale, query: { section: 'latest' } })
    case 'security':
      return href(routes.mainSettings, {}, { locale })
    default:
      return kind satisfies never
  }
}
