import { giftKinds } from '#shared/realtime/gift-kind.ts'
import { useHref, useI18n } from '#shared/i18n/context.tsx'
import { useLive } from '#shared/realtime/realtime.tsx'
import { routes } from '#shared/routing/routes.ts'
import { CountBadge } from '#ui/feedback/badge.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { Avatar } from '#ui/identity/portrait.tsx'
import type { InboxEntry } from './inbox-rows.ts'
import styles from './inbox.module.css'
import { tintOf } from '../messages/tint.ts'
import { useNow } from '../log/use-now.ts'
import { initialOf } from '#shared/text/cut.ts'

type InboxItemProps = {
  entry: InboxEntry
  isCurrent: boolean
  /** The draft in this conversation. */
  draft: string | undefined
}

export function InboxItem({ entry, isCurrent, draft }: InboxItemProps) {
  const { t, format } = useI18n()
  const href = useHref()
  const now = useNow()
  const preview = usePreview(entry)
  const { conversation, memberId, firstName, avatar, at, stage } = entry
  // The open conversation counts as read, unless its newest messages are out of view.
  const isRead = useLive((live) => live.shown?.isRead !== false)
  const unread = isCurrent && isRead ? 0 : entry.unread
  return (
    <li>
      <a
        className={styles.item}
        href={href(routes.messages, {}, { query: { chat: conversation } })}
        aria-current={isCurrent ? 'true' : undefined}
        data-unread={unread > 0 ? '' : undefined}
      >
        <Avatar src={avatar ?? undefined} alt="" initial={initialOf(firstName)} tint={tintOf(memberId)} />
        <span className={styles.words}>
          <span className={styles.name}>{firstName}</span>
          <span className={styles.preview}>
            {stage === 'outgoing' ? <Icon name="clock" size="s" label={t('chat.request.waits')} /> : null}
            <span dir="auto">{draft && !isCurrent ? t('chat.draft', { text: draft }) : preview}</span>
          </span>
        </span>
        <span className={styles.end}>
          <time className={styles.time} dateTime={new Date(at).toISOString()}>
            {format.moment(at, now)}
          </time>
          <CountBadge count={unread} said="chat.unread" />
        </span>
      </a>
    </li>
  )
}

/** Returns the newest message on one line. */
function usePreview({ preview, previewKind, fromMe }: InboxEntry): string {
  const { t } = useI18n()
  if (preview === '' && previewKind === 'text') return t('chat.sayHello')
  const own = (text: string) => (fromMe ? t('chat.ownPreview', { text }) : text)
  const gift = previewKind === 'gift' && giftKinds.find((kind) => kind === preview)
  if (gift) return own(t(`gifts.card.${gift}`))
  return own(previewKind === 'photo' ? t('chat.photo.name') : previewKind === 'deleted' ? t('chat.deleted') : preview)
}
