import { use, useEffect, useEffectEvent, useRef, useState, type MouseEvent } from 'react'
import { useHref, useI18n } from '#shared/i18n/context.tsx'
import { LiveContext } from '#shared/realtime/realtime.tsx'
import { routes } from '#shared/routing/routes.ts'
import { Button } from '#ui/controls/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { sendAction } from '#ui/forms/send-action.ts'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { notificationActions, type NotificationItem, type NotificationsPage } from '#features/notifications/contract.ts'
import { NotificationList } from './notification-list.tsx'
import styles from './panel.module.css'

export type PanelProps = { count: number; onClose: () => void }

type State =
  | { kind: 'loading' }
  | { kind: 'away' }
  | { kind: 'there'; items: readonly NotificationItem[]; next: string | null; now: number }

/** The newest notifications over the page. Opening it marks them as read: the count falls, but new ones stay highlighted. */
export function NotificationsPanel({ count, onClose }: PanelProps) {
  const { t } = useI18n()
  const href = useHref()
  const live = use(LiveContext)
  const panel = useRef<HTMLDialogElement>(null)
  const [state, setState] = useState<State>({ kind: 'loading' })
  const [round, setRound] = useState(0)
  const [seen, setSeen] = useState(count)
  if (count !== seen) {
    setSeen(count)
    // Notifications that come while it is open are fetched, too. A falling count is the panel's own doing.
    if (count > seen) setRound(round + 1)
  }

  useEffect(() => {
    panel.current?.showPopover()
    panel.current?.focus()
  }, [])

  const receive = useEffectEvent(async (page: NotificationsPage | null) => {
    // A failed refresh leaves the list as it was.
    if (!page) return setState((before) => (before.kind === 'there' ? before : { kind: 'away' }))
    setState({ kind: 'there', ...page, now: Date.now() })
    // The count may be of notifications that are not listed any more.
    if (count === 0 && !page.items.some(({ unread }) => unread)) return
    const answer = await sendAction(notificationActions.read, {}, '')
    if (answer.kind === 'done') live?.setState({ notifications: 0, bell: 0 })
  })
  useEffect(() => {
    let isCurrent = true
    void fetchPage(null).then((page) => (isCurrent ? receive(page) : undefined))
    return () => {
      isCurrent = false
    }
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- `round` says that there is more to fetch
  }, [round])

  const loadOlder = async () => {
    if (state.kind !== 'there' || state.next === null) return
    const page = await fetchPage(state.next)
    if (page) setState({ ...state, items: [...state.items, ...page.items], next: page.next })
  }
  const again = () => {
    setState({ kind: 'loading' })
    setRound(round + 1)
  }
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
        {state.kind === 'loading' ? <Waiting /> : null}
        {state.kind === 'away' ? (
          <Notice
            kind="error"
            action={
              <Button type="button" kind="quiet" onClick={again}>
                {t('common.notifications.again')}
              </Button>
            }
          >
            {t('common.notifications.away')}
          </Notice>
        ) : null}
        {state.kind === 'there' && state.items.length === 0 ? (
          <EmptyState level={3} title={t('common.notifications.empty')} text={t('common.notifications.emptyText')} />
        ) : null}
        {state.kind === 'there' ? (
          <NotificationList items={state.items} now={state.now} unreadLabel={t('common.notifications.unread')} />
        ) : null}
        {state.kind === 'there' && state.next !== null ? (
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

/** Returns null when the page could not be loaded. */
async function fetchPage(before: string | null): Promise<NotificationsPage | null> {
  try {
    const response = await fetch(notificationActions.list.path + (before === null ? '' : `?before=${encodeURIComponent(before)}`))
    return response.ok ? await response.json() : null
  } catch {
    return null // no connection
  }
}
