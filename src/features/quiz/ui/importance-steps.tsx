import { importances, importanceSteps, type Importance } from '#features/quiz/contract.ts'
import { useI18n } from '#shared/i18n/context.tsx'
import { FieldError } from '#ui/fields/field.tsx'
import styles from './importance-steps.module.css'

type Props = {
  /** As it was saved; null before the first answer. */
  saved: Importance | null
  /** Offers all of them, not the three alone. */
  isEdit: boolean
  error?: string | undefined
}

/**
 * How much it matters, as three buttons that save: the second of two taps. Whoever changes an answer has all five, and what was
 * saved stays on offer everywhere.
 */
export function ImportanceSteps({ saved, isEdit, error }: Props) {
  const { t } = useI18n()
  const shown = importances.filter((value) => isEdit || value === saved || importanceSteps.some((step) => step === value))
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{t('quiz.importance')}</legend>
      <div className={`${styles.steps} ${isEdit ? styles.all : ''}`}>
        {shown.map((value) => (
          <button
            key={value}
            type="submit"
            name="importance"
            value={value}
            aria-pressed={saved === null ? undefined : saved === value}
          >
            {t(`quiz.importances.${value}`)}
          </button>
        ))}
      </div>
      <FieldError id="importance-error" error={error} />
    </fieldset>
  )
}
