import { importances, importanceSteps, type Importance } from '#features/quiz/contract.ts'
import { useI18n } from '#shared/i18n/context.tsx'
import { FieldError } from '#ui/fields/field.tsx'
import styles from './importance-steps.module.css'

type Props = {
  /** The saved importance; null before the first answer. */
  saved: Importance | null
  /** Offers all four instead of three. */
  isEdit: boolean
  error?: string | undefined
}

/**
 * The importance as three buttons that save: the second of two taps. When an answer is changed, all four are offered, and a saved
 * importance is always offered.
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
