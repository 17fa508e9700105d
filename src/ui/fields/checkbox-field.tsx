import type { ReactNode } from 'react'
import { useFieldId } from './field-id.ts'
import { FieldError, type FieldTexts, type Native } from './field.tsx'
import styles from './field.module.css'
import './choices.css'

type CheckboxFieldProps = Omit<FieldTexts, 'label' | 'labelHidden'> & Native<'input'> & { label: ReactNode }

/** The label may hold a link (consents). */
export function CheckboxField({ id, label, hint, error, ...input }: CheckboxFieldProps) {
  const controlId = useFieldId(input.name, id)
  const hintId = hint ? `${controlId}-hint` : undefined
  const errorId = error ? `${controlId}-error` : undefined
  return (
    <div className={styles.field}>
      <div className={styles.check}>
        <input
          {...input}
          type="checkbox"
          id={controlId}
          className={styles.box}
          aria-describedby={[hintId, errorId].filter(Boolean).join(' ') || undefined}
          aria-invalid={error ? true : undefined}
        />
        <label htmlFor={controlId}>{label}</label>
      </div>
      {hint ? (
        <div id={hintId} className={styles.hint}>
          {hint}
        </div>
      ) : null}
      <FieldError id={errorId} error={error} />
    </div>
  )
}
