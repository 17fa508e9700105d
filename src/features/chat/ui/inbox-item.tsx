import { useHref, useI18n } from '#shared/i18n/context.tsx'
import { routes } from '#shared/routes.ts'
import { CountBadge } from '#ui/badge.tsx'
import { Avatar } from '#ui/portrait.tsx'
import type { InboxEntry } from './inbox-rows.ts'
import styles from './inbox.module.css'
import { tintOf } from './tint.ts'
import { useNow } from './use-now.ts'

export function InboxItem({ entry, isCurrent }: { entry: InboxEntry; isCurrent: boolean }) {
  const { t, tn, format } = useI18n()
  const href = useHref()
  const now = useNow()
  const { conversation, memberId, firstName, avatar, preview, at, fromMe } = entry
  // What is open is being read.
  const unread = isCurrent ? 0 : entry.unread
  return (
    <li>
      <a
        className={styles.item}
        href={href(routes.messages, {}, { query: { chat: conversation } })}
        aria-current={isCurrent ? 'true' : undefined}
        data-unread={unread > 0 ? '' : undefined}
      >
        <Avatar src={avatar ?? undefined} alt="" initial={firstName.slice(0, 1)} tint={tintOf(memberId)} />
        <span className={styles.words}>
          <span className={styles.name}>{firstName}</span>
          <span className={styles.preview}>
            {preview === '' ? t('chat.sayHello') : fromMe ? t('chat.ownPreview', { text: preview }) : preview}
          </span>
        </span>
        <span className={styles.end}>
          <time className={styles.time} dateTime={new Date(at).toISOString()}>
            {format.moment(at, now)}
          </time>
          <CountBadge count={unread} label={tn('chat.unread', unread)} />
        </span>
      </a>
    </li>
  )
}
