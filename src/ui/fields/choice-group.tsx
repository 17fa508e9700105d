import { type ChangeEventHandler, type ReactNode } from 'react'
import { useFieldId } from './field-id.ts'
import styles from './choice.module.css'
import { FieldError } from './field.tsx'
import type { IconName } from '../icons/icon-names.ts'
import { Icon } from '../icons/icon.tsx'
import './choices.css'

export type Choice = {
  value: string
  label: string
  description?: string
  icon?: IconName
  /** A picture instead of an icon: a drawn avatar, a mode's preview. It is decorative: the label has its meaning. */
  picture?: ReactNode
}

type ChoiceGroupProps = {
  legend: string
  legendHidden?: boolean
  name: string
  options: readonly Choice[]
  /** `cards` for a few important answers, `segmented` for two to four short ones, `chips` for many. */
  look?: 'cards' | 'segmented' | 'chips' | 'pictures'
  /** Checkboxes instead of radio buttons. */
  multiple?: boolean
  defaultValue?: string | readonly string[]
  required?: boolean
  hint?: ReactNode
  error?: string
  onChange?: ChangeEventHandler<HTMLInputElement>
}

export function ChoiceGroup({
  legend,
  legendHidden,
  name,
  options,
  look = 'cards',
  multiple = false,
  defaultValue = [],
  required,
  hint,
  error,
  onChange,
}: ChoiceGroupProps) {
  const id = useFieldId(name)
  const chosen = typeof defaultValue === 'string' ? [defaultValue] : defaultValue
  const hintId = hint ? `${id}-hint` : undefined
  const errorId = error ? `${id}-error` : undefined
  return (
    <fieldset
      className={styles.group}
      aria-describedby={[hintId, errorId].filter(Boolean).join(' ') || undefined}
      data-wrong={error ? '' : undefined}
    >
      <legend className={legendHidden ? 'visually-hidden' : styles.legend}>{legend}</legend>
      {hint ? (
        <div id={hintId} className={styles.hint}>
          {hint}
        </div>
      ) : null}
      <div className={`${styles.options} ${styles[look]}`}>
        {options.map(({ value, label, description, icon, picture }) => (
          <label key={value} className={styles.option}>
            <input
              type={multiple ? 'checkbox' : 'radio'}
              className={styles.input}
              name={name}
              value={value}
              defaultChecked={chosen.includes(value)}
              required={required && !multiple}
              onChange={onChange}
            />
            {picture ? <span className={styles.picture}>{picture}</span> : null}
            {icon ? <Icon name={icon} /> : null}
            <span className={look === 'pictures' ? 'visually-hidden' : styles.text}>
              {label}
              {description ? <small>{description}</small> : null}
            </span>
          </label>
        ))}
      </div>
      <FieldError id={errorId} error={error} />
    </fieldset>
  )
}
