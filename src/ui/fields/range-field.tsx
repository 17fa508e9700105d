import { useFieldId } from './field-id.ts'
import { FieldError, type FieldTexts } from './field.tsx'
import styles from './field.module.css'
import own from './choice.module.css'

type End = { name: string; label: string; defaultValue?: number | string }

type RangeFieldProps = Omit<FieldTexts, 'labelHidden'> & { from: End; to: End; min: number; max: number; step?: number }

/** Two numbers joined by a thread: an age range, a height range. */
export function RangeField({ label, hint, error, from, to, min, max, step }: RangeFieldProps) {
  const id = useFieldId(from.name)
  const errorId = error ? `${id}-error` : undefined
  const end = ({ name, label: endLabel, defaultValue }: End) => (
    <input
      className={styles.control}
      type="number"
      inputMode="numeric"
      aria-label={endLabel}
      aria-describedby={errorId}
      aria-invalid={error ? true : undefined}
      {...{ name, defaultValue, min, max, step }}
    />
  )
  return (
    <fieldset className={own.group}>
      <legend className={own.legend}>{label}</legend>
      {hint ? <div className={styles.hint}>{hint}</div> : null}
      <div className={styles.range}>
        {end(from)}
        <svg viewBox="0 0 40 50" preserveAspectRatio="none" aria-hidden="true">
          <path d="M2 26c8-7 12-5 18 0s11 6 18-1" />
        </svg>
        {end(to)}
      </div>
      <FieldError id={errorId} error={error} />
    </fieldset>
  )
}
