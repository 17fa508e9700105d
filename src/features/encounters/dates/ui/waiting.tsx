import type { ReactNode } from 'react'
import { useHref, useI18n } from '#shared/i18n/context.tsx'
import { routes } from '#shared/routing/routes.ts'
import { countedTime, WaitingRoom, withScript } from '#ui/feedback/waiting-room.tsx'
import { ActionButton } from '#ui/forms/action-button.tsx'
import { useElapsed, useWaitingRefresh } from '#ui/hooks/use-server-clock.ts'
import { blindDateActions } from '../contract.ts'

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

/** Without a script, a link to the page as it is now. */
export function LookAgain() {
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
