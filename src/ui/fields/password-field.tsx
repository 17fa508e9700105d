import { useState } from 'react'
import { useI18n } from '#shared/i18n/context.tsx'
import { Field, type TextFieldProps } from './field.tsx'
import styles from './field.module.css'
import { IconButton } from '../controls/icon-button.tsx'

export function PasswordField({ id, label, hint, error, labelHidden, ...input }: Omit<TextFieldProps, 'type'>) {
  const { t } = useI18n()
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
            label={t(shown ? 'common.form.hidePassword' : 'common.form.showPassword')}
            data-replay
            onClick={() => setShown(!shown)}
          />
        </span>
      )}
    </Field>
  )
}
