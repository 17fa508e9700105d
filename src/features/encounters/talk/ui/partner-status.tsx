import { useEffect, useState } from 'react'
import { useI18n } from '#shared/i18n/context.tsx'
import { useConnectionStatus } from '#shared/realtime/realtime.tsx'
import { graceMs } from '#features/encounters/contract.ts'
import styles from './partner-status.module.css'
import type { Talk } from './talk-state.ts'
import { useTalkState } from './use-talk.ts'

/** The partner's state: typing, present, or disconnected, with the seconds left to come back. */
export function PartnerStatus({ talk, name }: { talk: Talk; name: string }) {
  const { t } = useI18n()
  const isConnected = useConnectionStatus().state === 'open'
  const partner = useTalkState(talk, (state) => state.partner)
  const isTyping = useTalkState(talk, (state) => state.isTyping)
  const presence = useTalkState(talk, (state) => state.presence)
  // Nothing is known before the first member list, or while the viewer is disconnected.
  const isKnown = isConnected && presence.rev >= 0
  return (
    <>
      <span className={styles.status} aria-live="polite" data-partner={isKnown ? partner : undefined}>
        {!isKnown ? null : isTyping ? (
          <span className={styles.typing}>{t('encounters.typing', { name })}</span>
        ) : partner === 'here' ? (
          <span className={styles.here}>{t('encounters.here')}</span>
        ) : partner === 'away' ? (
          <span className="visually-hidden">{t('encounters.dropped', { name })}</span>
        ) : (
          t('encounters.notHere')
        )}
      </span>
      {isKnown && partner === 'away' ? <Away /> : null}
    </>
  )
}

/** The seconds are visual only: a screen reader announces once that they are running. */
function Away() {
  const { tn } = useI18n()
  const seconds = useSecondsLeft(graceMs)
  return (
    <span className={styles.away} aria-hidden="true">
      {tn('encounters.away', seconds)}
    </span>
  )
}

/** Counts down whole seconds from now. */
function useSecondsLeft(ms: number): number {
  const [passedMs, setPassedMs] = useState(0)
  useEffect(() => {
    const start = performance.now()
    const timer = setInterval(() => setPassedMs(performance.now() - start), 250)
    return () => clearInterval(timer)
  }, [])
  return Math.max(0, Math.ceil((ms - passedMs) / 1000))
}
