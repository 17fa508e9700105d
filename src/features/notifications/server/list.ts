import { readNotices } from './client.ts'
import type { LocaleCode } from '#shared/i18n/locales.ts'
import type { Env } from '#server/env.ts'
import {
  notificationsPageSize,
  type StoredNotification,
  type NotificationItem,
  type NotificationsPage,
  type NotificationCursor,
} from '../contract.ts'
import { createMemberDirectory } from './member-directory.ts'
import { createTranslatorFor, maySpeakOf, payloadOf } from './notification-text.ts'
import { notificationHref } from '#shared/routing/notification-href.ts'

/** The language and time zone of `memberId`. */
type Asked = { memberId: string; locale: LocaleCode; timeZone: string; before: NotificationCursor | null; now: number }

/** Returns a page of a member's notifications in a language, or null if their hub does not answer in time. */
export async function readNotifications(
  env: Env,
  { memberId, locale, timeZone, before, now }: Asked,
): Promise<NotificationsPage | null> {
  const kept = await readNotices(env, memberId, { limit: notificationsPageSize, before })
  if (!kept) return null
  const ids = kept.flatMap(({ notice, others }) => ('from' in notice ? [notice.from, ...others] : []))
  const [people, translator] = await Promise.all([
    createMemberDirectory(env, memberId).people([...new Set(ids)], now),
    createTranslatorFor(locale, timeZone),
  ])
  const toItem = ({ notice, others, at, unread }: StoredNotification): NotificationItem[] => {
    // People who have left, or are behind a block, are no longer named or counted.
    const known = 'from' in notice ? [notice.from, ...others].flatMap((id) => people.get(id) ?? []) : []
    const [person = null, ...more] = known.filter((someone) => maySpeakOf(someone, notice.kind))
    const payload = payloadOf(notice, { person, others: more.length }, translator)
    if (!payload) return []
    const { id, kind, title, message, icon = null } = payload
    return [{ id, kind, title, message, icon, href: notificationHref(payload, locale), at, unread }]
  }
  const last = kept.length === notificationsPageSize ? kept.at(-1) : undefined
  return { items: kept.flatMap(toItem), next: last ? toCursor({ at: last.at, id: last.notice.id }) : null }
}

function toCursor({ at, id }: NotificationCursor): string {
  return `${at}.${id}`
}

/** Returns the position of a cursor, or null if it is malformed. */
export function parseCursor(text: string): NotificationCursor | null {
  const [, at = '', id = ''] = /^(\d{1,15})\.(.{1,200})$/.exec(text) ?? []
  return at === '' ? null : { at: Number(at), id }
}
