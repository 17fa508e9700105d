import { useState } from 'react'
import { useI18n } from '#shared/i18n/context.tsx'
import { usePage } from '#shared/react/page-context.tsx'
import { ActionForm } from '#ui/forms/action-form.tsx'
import { Button } from '#ui/controls/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { Section } from '#ui/layout/section.tsx'
import { notificationActions, type NotificationsPage } from '#features/notifications/contract.ts'
import { NotificationList } from './notification-list.tsx'
import styles from './settings-sections.module.css'

/** Target of the bell's link. */
export const latestAnchor = 'notifications'

const shownAtOnce = 5

/** The newest notifications as a part of the page: without a script, the bell links here. */
export function LatestSection({ page }: { page: NotificationsPage | null }) {
  const { t } = useI18n()
  const { now } = usePage()
  const list = (items: NotificationsPage['items']) => (
    <NotificationList items={items} now={now} unreadLabel={t('common.notifications.unread')} />
  )
  const [isRead, setRead] = useState(false)
  const items = (page?.items ?? []).map((item) => (isRead ? { ...item, unread: false } : item))
  const older = items.slice(shownAtOnce)
  const isEmpty = page !== null && items.length === 0
  return (
    <Section
      id={latestAnchor}
      title={t('common.notifications.title')}
      isTitleHidden
      text={isEmpty ? undefined : t('settings.notifications.latest.text')}
    >
      {page === null ? <Notice kind="error">{t('common.notifications.away')}</Notice> : null}
      {isEmpty ? (
        <EmptyState level={3} title={t('common.notifications.empty')} text={t('common.notifications.emptyText')} />
      ) : null}
      {items.length > 0 ? list(items.slice(0, shownAtOnce)) : null}
      {older.length > 0 ? (
        <details className={styles.older}>
          <summary>
            {t('settings.notifications.latest.more')}
            <Icon name="chevron-down" />
          </summary>
          {list(older)}
        </details>
      ) : null}
      {items.some(({ unread }) => unread) ? <MarkRead onDone={() => setRead(true)} /> : null}
    </Section>
  )
}

function MarkRead({ onDone }: { onDone: () => void }) {
  const { t } = useI18n()
  return (
    <ActionForm action={notificationActions.read} onDone={onDone}>
      {({ error, pending }) => (
        <>
          {error ? <Notice kind="error">{error}</Notice> : null}
          <Button kind="quiet" icon="check" pending={pending}>
            {t('settings.notifications.latest.markRead')}
          </Button>
        </>
      )}
    </ActionForm>
  )
}
