import { useEffect } from 'react'
import { useI18n } from '#shared/i18n/context.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { refreshPage } from '#ui/hooks/refresh-page.ts'
import { useRefreshWhenDue, useSecondsLeft } from '#ui/hooks/use-server-clock.ts'
import type { OwnedView } from '../contract.ts'
import { GainList } from './gain-list.tsx'
import styles from './owned.module.css'

/** Interval at which the results so far are read again. */
const refreshMs = 60_000

type RunningBoostProps = { boost: NonNullable<OwnedView['running']>; waiting: number }

/** The active boost: its end, the time left by the server's clock, and its results so far. */
export function RunningBoost({ boost, waiting }: RunningBoostProps) {
  const { t, tn, format } = useI18n()
  const seconds = useSecondsLeft(boost.endsAt)
  useRefreshWhenDue(boost.endsAt)
  useEffect(() => {
    const look = () => document.visibilityState === 'visible' && navigator.onLine && refreshPage()
    const timer = setInterval(look, refreshMs)
    return () => clearInterval(timer)
  }, [])
  return (
    <section className={styles.running} aria-labelledby="running-boost">
      <h3 id="running-boost">
        <Icon name="rocket" />
        {t('boosts.running.title')}
      </h3>
      <p className={styles.clock}>
        {t('boosts.running.ends', { time: format.time(boost.endsAt) })}
        {/* The end is spoken as a time of day: a ticking countdown would interrupt a screen reader every second. */}
        <span className={styles.timer} aria-hidden="true">
          {format.timer(seconds)}
        </span>
      </p>
      <GainList gain={boost} label={t('boosts.running.soFar')} />
      {waiting > 0 ? <p>{tn('boosts.running.waiting', waiting)}</p> : null}
    </section>
  )
}
