import type { ReactNode } from 'react'
import { useHref, useI18n } from '#shared/i18n/context.tsx'
import { routes } from '#shared/routing/routes.ts'
import { Button, ButtonLink } from '#ui/controls/button.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { ActionForm, type FormView } from '#ui/forms/action-form.tsx'
import { blindDateActions, type DateSeat } from '../contract.ts'
import styles from './lobby.module.css'

type NowPanelProps = {
  seat: Extract<DateSeat, { state: 'free' | 'chat' }>
  languages: (view: FormView) => ReactNode
  figures: ReactNode
}

/** A date without an appointment. An anonymous chat has to end first; the search for one ends automatically. */
export function NowPanel({ seat, languages, figures }: NowPanelProps) {
  const { t } = useI18n()
  const href = useHref()
  const isInChat = seat.state === 'chat' && seat.isPaired
  return (
    <section className={styles.now} aria-labelledby="now">
      <h2 id="now">{t('dates.now.title')}</h2>
      {seat.state === 'chat' ? <p>{isInChat ? t('dates.now.inChat') : t('dates.now.endsSearch')}</p> : null}
      {isInChat ? (
        <ButtonLink kind="secondary" size="l" wide href={href(routes.anonymousChat, {})}>
          {t('dates.now.toChat')}
        </ButtonLink>
      ) : (
        <ActionForm action={blindDateActions.now} className={styles.form}>
          {(view) => (
            <>
              {languages(view)}
              {view.error ? <Notice kind="error">{view.error}</Notice> : null}
              <Button size="l" wide pending={view.pending}>
                {t('dates.now.start')}
              </Button>
            </>
          )}
        </ActionForm>
      )}
      {figures}
    </section>
  )
}
