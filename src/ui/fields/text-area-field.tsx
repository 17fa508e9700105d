import type { ComponentPropsWithRef } from 'react'
import { Field, type FieldTexts } from './field.tsx'
import styles from './field.module.css'
import { useLengthLimit } from './length-limit.ts'

type TextAreaFieldProps = FieldTexts & Omit<ComponentPropsWithRef<'textarea'>, 'className' | 'children'>

/**
 * With `maxLength` it counts the typed characters as the server does, by code points, and shows the count.
 */
export function TextAreaField({ id, label, hint, error, labelHidden, onInput, ...area }: TextAreaFieldProps) {
  const { maxLength } = area
  const { points, limits } = useLengthLimit(maxLength, String(area.defaultValue ?? ''))
  return (
    <Field
      {...{ id, label, hint, error, labelHidden }}
      name={area.name}
      after={
        maxLength ? (
          <span className={styles.counter} aria-hidden="true">
            {points} / {maxLength}
          </span>
        ) : null
      }
    >
      {(control) => (
        <textarea
          dir="auto"
          {...area}
          {...control}
          {...limits}
          onInput={(event) => {
            limits.onInput?.(event)
            onInput?.(event)
          }}
        />
      )}
    </Field>
  )
}
