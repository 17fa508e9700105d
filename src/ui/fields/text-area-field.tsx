import { type ComponentPropsWithRef, useState } from 'react'
import { lengthOf } from '#shared/text/cut.ts'
import { Field, type FieldTexts } from './field.tsx'
import styles from './field.module.css'

type TextAreaFieldProps = FieldTexts & Omit<ComponentPropsWithRef<'textarea'>, 'className' | 'children'>

/**
 * With `maxLength` it counts the typed characters as the server does, by code points; the count starts from `defaultValue`.
 * Browsers count UTF-16 units, so the field's limit grows with each character that needs two.
 */
export function TextAreaField({ id, label, hint, error, labelHidden, onInput, ...area }: TextAreaFieldProps) {
  const [typed, setTyped] = useState(() => measured(String(area.defaultValue ?? '')))
  const { maxLength } = area
  return (
    <Field
      {...{ id, label, hint, error, labelHidden }}
      name={area.name}
      after={
        maxLength ? (
          <span className={styles.counter} aria-hidden="true">
            {typed.points} / {maxLength}
          </span>
        ) : null
      }
    >
      {(control) => (
        <textarea
          dir="auto"
          {...area}
          {...control}
          maxLength={maxLength === undefined ? undefined : maxLength + typed.units - typed.points}
          onInput={(event) => {
            setTyped(measured(event.currentTarget.value))
            onInput?.(event)
          }}
        />
      )}
    </Field>
  )
}

const measured = (text: string) => ({ units: text.length, points: lengthOf(text) })
