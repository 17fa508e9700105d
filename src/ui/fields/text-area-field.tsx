import { type ComponentPropsWithRef, useState } from 'react'
import { Field, type FieldTexts } from './field.tsx'
import styles from './field.module.css'

type TextAreaFieldProps = FieldTexts & Omit<ComponentPropsWithRef<'textarea'>, 'className' | 'children'>

/** With `maxLength` it counts the typed characters; the count starts from `defaultValue`. */
export function TextAreaField({ id, label, hint, error, labelHidden, onInput, ...area }: TextAreaFieldProps) {
  const [length, setLength] = useState(String(area.defaultValue ?? '').length)
  const { maxLength } = area
  return (
    <Field
      {...{ id, label, hint, error, labelHidden }}
      name={area.name}
      after={
        maxLength ? (
          <span className={styles.counter} aria-hidden="true">
            {length} / {maxLength}
          </span>
        ) : null
      }
    >
      {(control) => (
        <textarea
          dir="auto"
          {...area}
          {...control}
          onInput={(event) => {
            setLength(event.currentTarget.value.length)
            onInput?.(event)
          }}
        />
      )}
    </Field>
  )
}
