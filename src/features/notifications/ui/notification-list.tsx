import { useI18n } from '#shared/i18n/context.tsx'
import { Avatar } from '#ui/identity/portrait.tsx'
import type { IconName } from '#ui/icons/icon-names.ts'
import { Icon } from '#ui/icons/icon.tsx'
import type { NotificationItem } from '#features/notifications/contract.ts'
import styles from './notification-list.module.css'
import { initialOf } from '#shared/text/cut.ts'

const icons = {
  message: 'message-circle',
  request: 'mail',
  match: 'heart-handshake',
  reveal: 'heart-handshake',
  like: 'heart',
  visitor: 'eye',
  favourite: 'star',
  stranger: 'message-circle',
  'blind-date': 'calendar',
  order: 'credit-card',
  gift: 'gift',
  verification: 'badge-check',
  moderation: 'image',
  security: 'shield',
} as const satisfies Record<NotificationItem['kind'], IconName>

/** Notifications, newest first: each with its person or subject, its time, and a link to it. */
export function NotificationList({
  items,
  now,
  unreadLabel,
}: {
  items: readonly NotificationItem[]
  now: number
  unreadLabel: string
}) {
  return (
    <ul className={styles.list}>
      {items.map((item) => (
        <li key={item.id} className={item.unread ? styles.unread : undefined}>
          <Entry {...item} now={now} unreadLabel={unreadLabel} />
        </li>
      ))}
    </ul>
  )
}

function Entry({
  kind,
  title,
  message,
  icon,
  href,
  at,
  unread,
  now,
  unreadLabel,
}: NotificationItem & { now: number; unreadLabel: string }) {
  const { format } = useI18n()
  const inside = (
    <>
      {icon ? (
        <Avatar src={icon} alt="" initial={initialOf(title)} />
      ) : (
        <span className={styles.mark}>
          <Icon name={kind === 'moderation' && href === null ? 'flag' : icons[kind]} />
        </span>
      )}
      <span className={styles.words}>
        <strong className={styles.line}>{title}</strong>
        <span className={styles.line}>{message}</span>
      </span>
      <span className={styles.when}>
        <time dateTime={new Date(at).toISOString()}>{format.moment(at, now)}</time>
        {unread ? (
          <span className={styles.dot}>
            <span className="visually-hidden">{unreadLabel}</span>
          </span>
        ) : null}
      </span>
    </>
  )
  return href === null ? (
    <div className={styles.entry}>{inside}</div>
  ) : (
    <a className={styles.entry} href={href}>
      {inside}
    </a>
  )
}
