import { signUpActions, codeDigits, type EmailVerifyProps } from '#features/auth/contract.ts'
import { useI18n } from '#shared/i18n/context.tsx'
import { ActionForm } from '#ui/forms/action-form.tsx'
import { Button } from '#ui/controls/button.tsx'
import { CodeField } from '#ui/fields/code-field.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { PasswordField } from '#ui/fields/password-field.tsx'
import styles from './registration.module.css'

/**
 * Asks for the six digits. In the registering browser the last digit submits them; digits filled in from the email's link wait
 * for a press. Elsewhere the form also takes the password of the sign-up.
 */
export function VerifyForm({ code, t: link, asks }: Pick<EmailVerifyProps, 'code' | 't' | 'asks'>) {
  const { t } = useI18n()
  return (
    <ActionForm action={signUpActions.verify} className={styles.short} reload>
      {({ fields, error, pending }) => (
        <>
          {error && Object.keys(fields).length === 0 ? <Notice kind="error">{error}</Notice> : null}
          {link ? <input type="hidden" name="t" value={link} /> : null}
          <CodeField
            digits={codeDigits}
            sends={asks === 'nothing'}
            label={t('auth.verify.code')}
            hint={t('auth.verify.codeHint')}
            name="code"
            required
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the code is what this page asks for, and what the email was sent for
            autoFocus
            defaultValue={code ?? undefined}
            error={fields['code']}
          />
          {asks === 'password' ? (
            <PasswordField
              label={t('auth.verify.password')}
              name="password"
              autoComplete="current-password"
              required
              error={fields['password']}
            />
          ) : null}
          <Button size="l" wide pending={pending}>
            {t('auth.verify.submit')}
          </Button>
        </>
      )}
    </ActionForm>
  )
}
