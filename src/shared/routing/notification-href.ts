import type { LocaleCode } from '../i18n/locales.ts'
import { isReportNoticeId } from '../realtime/report-notice-id.ts'
import type { NotificationPayload } from '../realtime/wire.ts'
import { verificationHref } from './camera-page.ts'
import { href } from './href.ts'
import { routes } from './routes.ts'

/** The fields of a notification that determine its link. */
export type NotificationLink = Pick<
  NotificationPayload,
  'id' | 'kind' | 'link' | 'link_anon' | 'link_blind' | 'link_order' | 'like_out'
>

/** Returns the URL that a notification leads to, in its reader's language (spec §2, §3); null if it leads nowhere. */
export function notificationHref(
  { id, kind, link, link_anon, link_blind, link_order, like_out }: NotificationLink,
  locale: LocaleCode,
): string | null {
  if (link) return href(routes.messages, {}, { locale, query: { chat: link } })
  if (link_anon) return href(routes.anonymousChatRoom, { id: link_anon }, { locale })
  if (link_blind) return href(routes.blindDate, { id: link_blind }, { locale })
  if (link_order) return href(routes.store, {}, { locale, query: { order: link_order } })
  if (kind === 'like') return href(routes.likes, {}, { locale, query: { tab: like_out ? 'sent' : null } })
  if (kind === 'visitor') return href(routes.visitors, {}, { locale })
  if (kind === 'blind-date') return href(routes.blindDates, {}, { locale })
  // A decided report has no page.
  if (kind === 'moderation' && isReportNoticeId(id)) return null
  if (kind === 'moderation') return href(routes.profileSettings, {}, { locale })
  if (kind === 'verification') return verificationHref(locale)
  if (kind === 'security') return href(routes.mainSettings, {}, { locale })
  return null
}
