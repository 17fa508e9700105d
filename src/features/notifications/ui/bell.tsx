import { useEffect, useRef, useState, type ComponentType, type MouseEvent } from 'react'
import { useHref, useI18n } from '#shared/i18n/context.tsx'
import { Await } from '#shared/react/deferred.tsx'
import { useLive } from '#shared/realtime/realtime.tsx'
import { routes } from '#shared/routing/routes.ts'
import { CountBadge } from '#ui/feedback/badge.tsx'
import { IconLink } from '#ui/controls/icon-button.tsx'
import { FailureBoundary } from '#ui/failure/failure-boundary.tsx'
import type { NotificationBadges } from '../contract.ts'
import styles from './bell.module.css'
import type { PanelProps } from './panel.tsx'

/** Links to the notifications: to their section in the settings, and with a script to the panel beside it. */
export function Bell() {
  return (
    <Await<NotificationBadges> name="unread" fallback={<BellLink known={null} />}>
      {(summary) => <BellLink known={summary} />}
    </Await>
  )
}

/** Counts only what belongs to no tab, so that one event raises one badge; the panel lists everything. */
function BellLink({ known }: { known: NotificationBadges | null }) {
  const { t, tn } = useI18n()
  const href = useHref()
  const list = href(routes.mainSettings, {}, { query: { section: 'latest' } })
  const count = useLive((live) => live.bell) ?? known?.bell ?? 0
  const all = useLive((live) => live.notifications) ?? known?.notifications ?? 0
  const [Panel, setPanel] = useState<ComponentType<PanelProps> | null>(null)
  const [isOpen, setOpen] = useState(false)
  const wasOpen = useRef(false)

  const press = async (event: MouseEvent) => {
    const isForLink = event.metaKey || event.ctrlKey || event.shiftKey || !('showPopover' in HTMLElement.prototype)
    if (isForLink) return
    event.preventDefault()
    // The press itself has already closed the panel.
    if (wasOpen.current) return
    const part = await import('./panel.tsx')
    setPanel(() => part.NotificationsPanel)
    setOpen(true)
  }
  return (
    <span className={styles.bell}>
      <IconLink
        icon="bell"
        href={list}
        label={count > 0 ? tn('common.notifications.bell', count) : t('common.notifications.label')}
        aria-haspopup="dialog"
        onPointerDown={() => (wasOpen.current = isOpen)}
        onClick={press}
      />
      <span aria-hidden="true">
        <CountBadge count={count} />
      </span>
      {Panel && isOpen ? (
        <FailureBoundary fallback={ledTo(list)}>
          <Panel count={all} onClose={() => setOpen(false)} />
        </FailureBoundary>
      ) : null}
    </span>
  )
}

/** A panel that cannot be shown is replaced by the page with the same list. */
const ledTo = (address: string) => () => <LedTo address={address} />

function LedTo({ address }: { address: string }) {
  useEffect(() => location.assign(address), [address])
  return null
}
