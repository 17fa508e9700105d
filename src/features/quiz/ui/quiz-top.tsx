import { useHref, useI18n } from '#shared/i18n/context.tsx'
import { routes } from '#shared/routing/routes.ts'
import { ButtonLink } from '#ui/controls/button.tsx'
import { IconLink } from '#ui/controls/icon-button.tsx'
import styles from './quiz.module.css'

type Props = {
  answered: number
  /** False on the list of answers, which needs no link to itself. */
  isList?: boolean
}

/** The page's own back link, and the link to the answers. */
export function QuizTop({ answered, isList = false }: Props) {
  const { t } = useI18n()
  const href = useHref()
  return (
    <header className={styles.top}>
      <IconLink href={href(routes.peopleNearby, {})} icon="arrow-left" label={t('quiz.back')} />
      <p className={styles.name}>{t('quiz.title')}</p>
      {isList ? null : (
        <ButtonLink kind="quiet" size="s" href={href(routes.quiz, {}, { query: { view: 'answers' } })}>
          {t('quiz.toAnswers', { count: answered })}
        </ButtonLink>
      )}
    </header>
  )
}
