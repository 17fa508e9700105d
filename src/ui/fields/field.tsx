import type { ComponentPropsWithRef, ReactNode } from 'react'
import { useFieldId } from './field-id.ts'
import styles from './field.module.css'
import { composedLength, useLengthLimit } from './length-limit.ts'
import { Icon } from '../icons/icon.tsx'

export type FieldTexts = {
  label: string
  /** Spoken before the error: format, reason, who can see the value. */
  hint?: ReactNode
  /** Spoken after the hint: the error and how to fix it, in the visitor's language. */
  error?: string
  /** Hides the label from sight, not from screen readers. */
  labelHidden?: boolean
}

export type ControlProps = {
  id: string
  className: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

type FieldProps = FieldTexts & { id?: string; name?: string; children: (control: ControlProps) => ReactNode; after?: ReactNode }

/** Connects a label, a hint and an error with any one control: `<Field label=…>{(control) => <input {...control} />}</Field>`. */
export function Field({ id, name, label, hint, error, labelHidden, children, after }: FieldProps) {
  const controlId = useFieldId(name, id)
  const hintId = hint ? `${controlId}-hint` : undefined
  const errorId = error ? `${controlId}-error` : undefined
  return (
    <div className={styles.field}>
      <label htmlFor={controlId} className={labelHidden ? 'visually-hidden' : styles.label}>
        {label}
      </label>
      {hint ? (
        <div id={hintId} className={styles.hint}>
          {hint}
        </div>
      ) : null}
      {children({
        id: controlId,
        className: styles.control ?? '',
        'aria-describedby': [hintId, errorId].filter(Boolean).join(' ') || undefined,
        'aria-invalid': error ? true : undefined,
      })}
      {after}
      <FieldError id={errorId} error={error} />
    </div>
  )
}

export function FieldError({ id, error }: { id: string | undefined; error: string | undefined }) {
  if (!error) return null
  return (
    <p id={id} className={styles.error}>
      <Icon name="circle-alert" size="s" />
      <span>{error}</span>
    </p>
  )
}

/** The attributes of a control's element; the field adds the class and children. */
export type Native<Tag extends 'input' | 'select' | 'textarea'> = Omit<ComponentPropsWithRef<Tag>, 'className' | 'children'>

export type TextFieldProps = FieldTexts & Native<'input'>

/** Fields for people's own words, which may be in a right-to-left script; email addresses, passwords and numbers never are. */
const ofWords = new Set(['text', 'search'])

/** One line of text; uncontrolled (`defaultValue`), so text typed before hydration stays. `maxLength` is in code points. */
export function TextField({ id, label, hint, error, labelHidden, type = 'text', onInput, ...input }: TextFieldProps) {
  const { limits } = useLengthLimit(input.maxLength, String(input.defaultValue ?? ''), composedLength)
  return (
    <Field {...{ id, label, hint, error, labelHidden }} name={input.name}>
      {(control) => (
        <input
          dir={ofWords.has(type) ? 'auto' : undefined}
          {...input}
          {...control}
          {...limits}
          onInput={(event) => {
            limits.onInput?.(event)
            onInput?.(event)
          }}
          type={type}
        />
      )}
    </Field>
  )
}
