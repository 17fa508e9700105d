import { accountActions } from '#features/auth/contract.ts'
import { useState } from 'react'
import { useI18n } from '#shared/i18n/context.tsx'
import { ActionForm } from '#ui/forms/action-form.tsx'
import { Button } from '#ui/controls/button.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { PasswordField } from '#ui/fields/password-field.tsx'
import { Section } from '#ui/layout/section.tsx'
import styles from './account-sections.module.css'

export function PasswordSection({ hasPassword }: { hasPassword: boolean }) {
  const { t } = useI18n()
  const [round, setRound] = useState(0)
  const [has, setHas] = useState(hasPassword)
  const onDone = () => {
    setHas(true)
    setRound((before) => before + 1) // empty fields again
  }
  return (
    <Section title={t('settings.password.title')} text={t(has ? 'settings.password.text' : 'settings.password.none')}>
      <ActionForm action={accountActions.changePassword} className={styles.form} onDone={onDone}>
        {({ fields, error, notice, pending }) => (
          <>
            {error ? <Notice kind="error">{error}</Notice> : null}
            {notice ? <Notice kind="success">{notice}</Notice> : null}
            {has ? (
              <PasswordField
                key={`current-${round}`}
                label={t('settings.password.current')}
                name="currentPassword"
                autoComplete="current-password"
                required
                error={fields['currentPassword']}
              />
            ) : null}
            <PasswordField
              key={`new-${round}`}
              label={t('settings.password.new')}
              hint={t('settings.password.newHint')}
              name="password"
              autoComplete="new-password"
              required
              error={fields['password']}
            />
            <Button kind="secondary" pending={pending}>
              {t(has ? 'settings.password.submit' : 'settings.password.set')}
            </Button>
            {has ? <p className={styles.quiet}>{t('settings.password.forgot')}</p> : null}
          </>
        )}
      </ActionForm>
    </Section>
  )
}
