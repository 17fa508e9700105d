import { useI18n } from '#shared/i18n/context.tsx'
import styles from './town-field.module.css'
import type { TownAnswer } from './town-searcher.ts'

/** How a search ended. The number of towns is only for screen readers: the list shows it. */
export function TownOutcome({ answer }: { answer: TownAnswer | null }) {
  const { t, tn } = useI18n()
  const isListed = answer?.kind === 'found' && answer.towns.length > 0
  return (
    <output className={isListed ? 'visually-hidden' : styles.outcome}>
      {answer?.kind === 'found'
        ? isListed
          ? tn('questionnaire.place.found', answer.towns.length)
          : t('questionnaire.place.none')
        : null}
      {answer?.kind === 'refused' ? answer.message : null}
      {answer?.kind === 'offline' ? t('common.error.offline') : null}
    </output>
  )
}
