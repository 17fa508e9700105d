import type { ComponentPropsWithRef, ReactNode } from 'react'
import { useFieldId } from './field-id.ts'
import styles from './field.module.css'
import { Icon } from './icon.tsx'

export type FieldTexts = {
  label: string
  /** Said before the mistake: format, reason, who sees it. */
  hint?: ReactNode
  /** Said after it: what is wrong and the cure, in the visitor's language. */
  error?: string
  /** Keeps the label for screen readers only. */
  labelHidden?: boolean
}

export type ControlProps = {
  id: string
  className: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

type FieldProps = FieldTexts & { id?: string; name?: string; children: (control: ControlProps) => ReactNode; after?: ReactNode }

/** Ties a label, a hint and an error to any one control: `<Field label=…>{(control) => <input {...control} />}</Field>`. */
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

type Native<Tag extends 'input' | 'select' | 'textarea'> = Omit<ComponentPropsWithRef<Tag>, 'className' | 'children'>

export type TextFieldProps = FieldTexts & Native<'input'>

/** One line of text; uncontrolled (`defaultValue`), so what was typed before hydration stays. */
export function TextField({ id, label, hint, error, labelHidden, type = 'text', ...input }: TextFieldProps) {
  return (
    <Field {...{ id, label, hint, error, labelHidden }} name={input.name}>
      {(control) => <input {...input} {...control} type={type} />}
    </Field>
  )
}

type SelectOption = { value: string; label: string }
type OptionGroup = { group: string; options: readonly SelectOption[] }
type SelectFieldProps = FieldTexts & Native<'select'> & { options: readonly (SelectOption | OptionGroup)[]; empty?: string }

/** `empty` is the text of a first option without a value; a group puts its options under a heading. */
export function SelectField({ id, label, hint, error, labelHidden, options, empty, ...select }: SelectFieldProps) {
  return (
    <Field {...{ id, label, hint, error, labelHidden }} name={select.name}>
      {(control) => (
        <span className={styles.select}>
          <select {...select} {...control}>
            {empty === undefined ? null : <option value="">{empty}</option>}
            {options.map((option) =>
              'group' in option ? (
                <optgroup key={option.group} label={option.group}>
                  {option.options.map(selectOption)}
                </optgroup>
              ) : (
                selectOption(option)
              ),
            )}
          </select>
          <Icon name="chevron-down" />
        </span>
      )}
    </Field>
  )
}

function selectOption({ value, label }: SelectOption) {
  return (
    <option key={value} value={value}>
      {label}
    </option>
  )
}

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
