import { Suspense, useState } from 'react'
import { useHref, useI18n } from '#shared/i18n/context.tsx'
import { routes } from '#shared/routing/routes.ts'
import { ButtonLink } from '#ui/controls/button.tsx'
import { useSecondsLeft } from '#ui/hooks/use-server-clock.ts'
import styles from './boost-link.module.css'
import { BoostDialog } from './lazy-browser.ts'

/**
 * Opens the member's boosts, whose script loads at the press; without a script it links to the store. It shows when a boost is
 * active. `until`: its end (ms).
 */
export function BoostLink({ until }: { until: number | null }) {
  const { t, format } = useI18n()
  const href = useHref()
  const [isOpen, setOpen] = useState(false)
  const [startedUntil, setStartedUntil] = useState(0)
  const end = Math.max(until ?? 0, startedUntil)
  const isRunning = useSecondsLeft(end) > 0
  return (
    <>
      <ButtonLink
        kind="secondary"
        size="s"
        icon="rocket"
        href={href(routes.store, {})}
        className={isRunning ? `${styles.link} ${styles.running}` : styles.link}
        onClick={(event) => {
          event.preventDefault()
          setOpen(true)
        }}
      >
        {isRunning ? t('boosts.activate.done', { time: format.time(end) }) : t('boosts.nearby.open')}
      </ButtonLink>
      {isOpen ? (
        <Suspense fallback={null}>
          <BoostDialog onStart={setStartedUntil} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
