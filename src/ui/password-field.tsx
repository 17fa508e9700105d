import { useState } from 'react'
import { Field, type TextFieldProps } from './field.tsx'
import styles from './field.module.css'
import { IconButton } from './icon-button.tsx'

type PasswordFieldProps = Omit<TextFieldProps, 'type'> & { showLabel: string; hideLabel: string }

export function PasswordField({ id, label, hint, error, labelHidden, showLabel, hideLabel, ...input }: PasswordFieldProps) {
  const [shown, setShown] = useState(false)
  return (
    <Field {...{ id, label, hint, error, labelHidden }} name={input.name}>
      {(control) => (
        <span className={styles.password}>
          <input
            {...input}
            {...control}
            type={shown ? 'text' : 'password'}
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
          />
          <IconButton
            className={styles.reveal}
            icon={shown ? 'eye-off' : 'eye'}
            label={shown ? hideLabel : showLabel}
            data-replay
            onClick={() => setShown(!shown)}
          />
        </span>
      )}
    </Field>
  )
}
