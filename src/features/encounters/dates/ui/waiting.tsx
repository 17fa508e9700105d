import type { ReactNode } from 'react'
import { useHref, useI18n } from '#shared/i18n/context.tsx'
import type { Format } from '#shared/i18n/format.ts'
import { routes } from '#shared/routing/routes.ts'
import { countedTime, WaitingRoom, withScript } from '#ui/feedback/waiting-room.tsx'
import { ActionButton } from '#ui/forms/action-button.tsx'
import { useElapsed, useWaitingRefresh, useSecondsLeft } from '#ui/hooks/use-server-clock.ts'
import { blindDateActions } from '../contract.ts'
import styles from './lobby.module.css'

/** Waiting for a date at once. It opens by itself; without a script, a link checks again. */
export function Waiting({ since, figures }: { since: number; figures: ReactNode }) {
  const { t, format } = useI18n()
  const elapsedMs = useElapsed(since)
  useWaitingRefresh()
  return (
    <WaitingRoom title={t('dates.waiting.title')}>
      <p className={countedTime} role="timer" aria-live="off">
        {t('encounters.wait.elapsed', { time: format.timer(Math.floor(elapsedMs / 1000)) })}
      </p>
      {figures}
      <p className={withScript}>{t('dates.waiting.text')}</p>
      <LookAgain />
      <ActionButton action={blindDateActions.leave} kind="secondary" stays>
        {t('encounters.wait.stop')}
      </ActionButton>
    </WaitingRoom>
  )
}

type LobbyProps = {
  slot: number
  /** In the member's time zone. */
  format: Format
  /** In an anonymous chat, which has to end before the lobby admits them. */
  isInChat: boolean
  figures: ReactNode
}

/** The minutes before a booked evening, and the search from its slot on. */
export function Lobby({ slot, format, isInChat, figures }: LobbyProps) {
  const { t } = useI18n()
  const href = useHref()
  const seconds = useSecondsLeft(slot)
  useWaitingRefresh()
  const time = format.time(slot)
  return (
    <WaitingRoom title={seconds > 0 ? t('dates.lobby.title', { time }) : t('dates.waiting.title')}>
      {seconds > 0 ? (
        <p className={`${countedTime} ${styles.countdown}`} role="timer" aria-live="off">
          <span className="visually-hidden">{t('dates.lobby.left')} </span>
          {format.timer(seconds)}
        </p>
      ) : (
        figures
      )}
      {isInChat ? (
        <>
          <p>{t('dates.lobby.inChat')}</p>
          <p>
            <a className={styles.more} href={href(routes.anonymousChat, {})}>
              {t('dates.now.toChat')}
            </a>
          </p>
        </>
      ) : (
        <p className={withScript}>{seconds > 0 ? t('dates.lobby.text') : t('dates.lobby.search')}</p>
      )}
      <LookAgain />
      <p className={styles.quiet}>{t('dates.lobby.calm')}</p>
      <ActionButton action={blindDateActions.cancel} fields={{ slot: new Date(slot).toISOString() }} kind="secondary" stays>
        {t('dates.lobby.leave')}
      </ActionButton>
    </WaitingRoom>
  )
}

function LookAgain() {
  const { t } = useI18n()
  const href = useHref()
  return (
    <noscript>
      <p>{t('encounters.wait.noScript')}</p>
      <p>
        <a className="alone" href={href(routes.blindDates, {})}>
          {t('encounters.wait.check')}
        </a>
      </p>
    </noscript>
  )
}
