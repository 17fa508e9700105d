import { signUpActions, passwordLength, type EmailVerifyProps } from '#features/auth/contract.ts'
import { useI18n } from '#shared/i18n/context.tsx'
import { useFlash } from '#shared/react/page-context.tsx'
import { ActionForm } from '#ui/forms/action-form.tsx'
import { Button, ButtonSummary } from '#ui/controls/button.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { PasswordField } from '#ui/fields/password-field.tsx'
import { ConsentField } from './consent-field.tsx'
import styles from './registration.module.css'

type VerifyAgainProps = Pick<EmailVerifyProps, 'code' | 't' | 'asks' | 'consents'>

/**
 * Confirms with a new password and new consents, in a browser that did not register. For an owner who never knew the sign-up's
 * password.
 */
export function VerifyAgain(props: VerifyAgainProps) {
  const { t } = useI18n()
  const flash = useFlash(signUpActions.verifyAgain.form)
  if (props.asks === 'nothing') return null
  if (props.asks === 'new-password') return <NewPasswordForm {...props} />
  return (
    <details className={styles.again} open={flash ? true : undefined}>
      <ButtonSummary kind="quiet">{t('auth.verify.anew')}</ButtonSummary>
      <p>{t('auth.verify.anewText')}</p>
      <NewPasswordForm {...props} />
    </details>
  )
}

function NewPasswordForm({ code, t: link, asks, consents }: VerifyAgainProps) {
  const { t } = useI18n()
  return (
    <ActionForm action={signUpActions.verifyAgain} className={styles.short} reload>
      {(view) => (
        <>
          {view.error ? <Notice kind="error">{view.error}</Notice> : null}
          <input type="hidden" name="t" value={link ?? ''} />
          <input type="hidden" name="code" value={code ?? ''} />
          <PasswordField
            label={t('auth.reset.password')}
            hint={t('auth.reset.passwordHint')}
            name="password"
            autoComplete="new-password"
            minLength={passwordLength.min}
            required
            error={view.fields['password']}
          />
          {consents ? (
            <>
              <ConsentField name="terms" {...consents.terms} view={view} />
              <ConsentField name="sensitiveData" {...consents.sensitiveData} view={view} />
            </>
          ) : null}
          <Button size="l" wide kind={asks === 'password' ? 'secondary' : undefined} pending={view.pending}>
            {t('auth.verify.anewSubmit')}
          </Button>
        </>
      )}
    </ActionForm>
  )
}
