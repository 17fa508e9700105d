import { useI18n } from '#shared/i18n/context.tsx'
import { useSecondsLeft } from '#ui/hooks/use-server-clock.ts'
import { ThreadTimer } from '#ui/thread/thread-timer.tsx'
import styles from './countdown.module.css'

/** From here on the end of a phase is near: screen readers announce it once, and the thread gets thicker. */
export const lastSeconds = 10

type CountdownProps = { /** By the server's clock, in ms. */ until: number; /** Duration of the whole phase. */ wholeMs: number }

/** The seconds left to press something, and the thread that gets shorter with them. */
export function Countdown({ until, wholeMs }: CountdownProps) {
  const { tn } = useI18n()
  const seconds = useSecondsLeft(until)
  return (
    <div className={styles.countdown}>
      <ThreadTimer share={((seconds - 1) * 1000) / wholeMs} isLast={seconds <= lastSeconds} />
      <p role="timer" aria-live="off">
        {tn('dates.left', seconds)}
      </p>
    </div>
  )
}

/** Announces once that almost no time is left. `children`: what a screen reader says before that. */
export function PhaseNews({ until, children }: { until: number | null; children: string }) {
  const { t } = useI18n()
  const seconds = useSecondsLeft(until ?? 0)
  const isLast = until !== null && seconds > 0 && seconds <= lastSeconds
  return <output className="visually-hidden">{isLast ? t('dates.lastSeconds') : children}</output>
}
