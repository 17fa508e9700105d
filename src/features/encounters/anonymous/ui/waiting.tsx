import type { ReactNode } from 'react'
import { useHref, useI18n } from '#shared/i18n/context.tsx'
import { languageName } from '#shared/i18n/language-name.ts'
import { routes } from '#shared/routing/routes.ts'
import { countedTime, WaitingRoom, withScript } from '#ui/feedback/waiting-room.tsx'
import { ActionButton } from '#ui/forms/action-button.tsx'
import { useElapsed, useWaitingRefresh } from '#ui/hooks/use-server-clock.ts'
import { anonymousActions, talkTopics, widensAfterMs, type LobbyProps } from '../contract.ts'
import styles from './lobby.module.css'

type WaitingProps = Pick<Extract<LobbyProps, { kind: 'waiting' }>, 'languages' | 'topics' | 'since'> & { figures: ReactNode }

/** The waiting room. The chat opens by itself; without a script, a link checks again. */
export function Waiting({ languages, topics, since, figures }: WaitingProps) {
  const { t, format } = useI18n()
  const href = useHref()
  const elapsedMs = useElapsed(since)
  useWaitingRefresh()
  const chosen = talkTopics.filter((topic) => topics.includes(topic)).map((topic) => t(`anonymous.topic.${topic}`))
  return (
    <WaitingRoom title={t('anonymous.waiting.title')}>
      <output>{chosen.length > 0 && elapsedMs >= widensAfterMs ? t('anonymous.waiting.wider') : null}</output>
      <p className={countedTime} role="timer" aria-live="off">
        {t('encounters.wait.elapsed', { time: format.timer(Math.floor(elapsedMs / 1000)) })}
      </p>
      <p className={styles.quiet}>
        {languages.map(languageName).join(', ')} · {chosen.length > 0 ? chosen.join(', ') : t('anonymous.waiting.anything')}
      </p>
      {figures}
      <p className={withScript}>{t('anonymous.waiting.text')}</p>
      <noscript>
        <p>{t('encounters.wait.noScript')}</p>
        <p>
          <a className="alone" href={href(routes.anonymousChat, {})}>
            {t('encounters.wait.check')}
          </a>
        </p>
      </noscript>
      <ActionButton action={anonymousActions.leave} kind="secondary">
        {t('encounters.wait.stop')}
      </ActionButton>
    </WaitingRoom>
  )
}
