import { useEffect, useRef, type MouseEvent } from 'react'
import { useHref, useI18n } from '#shared/i18n/context.tsx'
import { routes } from '#shared/routing/routes.ts'
import { Button } from '#ui/controls/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { NotificationList } from './notification-list.tsx'
import styles from './panel.module.css'
import { useNewest } from './use-newest.ts'

export type PanelProps = { count: number; onClose: () => void }

/** The newest notifications over the page. Opening it marks them as read: the count falls, but new ones stay highlighted. */
export function NotificationsPanel({ count, onClose }: PanelProps) {
  const { t } = useI18n()
  const href = useHref()
  const panel = useRef<HTMLDialogElement>(null)
  const { newest, loadOlder, reload } = useNewest(count)

  useEffect(() => {
    panel.current?.showPopover()
    panel.current?.focus()
  }, [])

  const close = () => panel.current?.hidePopover()
  const followed = (event: MouseEvent) => {
    if (event.target instanceof Element && event.target.closest('a')) close()
  }
  return (
    <dialog
      ref={panel}
      popover="auto"
      tabIndex={-1}
      aria-labelledby="notifications-panel"
      className={styles.panel}
      onToggle={(event) => event.newState === 'closed' && onClose()}
    >
      <div className={styles.head}>
        <h2 id="notifications-panel">{t('common.notifications.title')}</h2>
        <IconButton icon="x" label={t('common.notifications.close')} onClick={close} />
      </div>
      <div className={styles.body} onClickCapture={followed} role="presentation">
        {newest.kind === 'loading' ? <Waiting /> : null}
        {newest.kind === 'away' ? (
          <Notice
            kind="error"
            action={
              <Button type="button" kind="quiet" onClick={reload}>
                {t('common.notifications.again')}
              </Button>
            }
          >
            {t('common.notifications.away')}
          </Notice>
        ) : null}
        {newest.kind === 'there' && newest.items.length === 0 ? (
          <EmptyState level={3} title={t('common.notifications.empty')} text={t('common.notifications.emptyText')} />
        ) : null}
        {newest.kind === 'there' ? (
          <NotificationList items={newest.items} now={newest.now} unreadLabel={t('common.notifications.unread')} />
        ) : null}
        {newest.kind === 'there' && newest.next !== null ? (
          <Button type="button" kind="quiet" onClick={loadOlder}>
            {t('common.notifications.older')}
          </Button>
        ) : null}
        <a className={styles.foot} href={href(routes.mainSettings, {}, { query: { section: 'notifications' } })}>
          {t('common.notifications.settings')}
        </a>
      </div>
    </dialog>
  )
}

function Waiting() {
  return (
    <div className={styles.waiting} aria-busy="true">
      {[0, 1, 2].map((row) => (
        <div key={row}>
          <Skeleton shape="avatar" />
          <Skeleton lines={2} />
        </div>
      ))}
    </div>
  )
}
