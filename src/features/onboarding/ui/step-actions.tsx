import type { ReactNode } from 'react'
import { useI18n } from '#shared/i18n/context.tsx'
import { Button } from '#ui/controls/button.tsx'
import styles from './questionnaire.module.css'

type Props = {
  pending: boolean
  isLast?: boolean
  /** The other ways to leave the step. */
  children?: ReactNode
}

/** The buttons at the end of a step. */
export function StepActions({ pending, isLast = false, children }: Props) {
  const { t } = useI18n()
  return (
    <div className={styles.actions}>
      {isLast ? (
        <Button size="l" icon="check" pending={pending}>
          {t('questionnaire.about.finish')}
        </Button>
      ) : (
        <Button size="l" iconEnd="arrow-right" pending={pending}>
          {t('common.form.continue')}
        </Button>
      )}
      {children}
    </div>
  )
}
