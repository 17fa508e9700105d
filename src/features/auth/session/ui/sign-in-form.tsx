import { useEffect, useRef } from 'react'
import { sessionActions, type SignInProps } from '#features/auth/contract.ts'
import { useI18n } from '#shared/i18n/context.tsx'
import { ActionForm } from '#ui/forms/action-form.tsx'
import { Button } from '#ui/controls/button.tsx'
import { TextField } from '#ui/fields/field.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { PasswordField } from '#ui/fields/password-field.tsx'
import { findPreviousPath } from '#ui/hooks/previous-path.ts'
import { PasskeySignIn } from './passkeys/passkey-sign-in.tsx'
import styles from './sign-in-form.module.css'

export function SignInForm({ next }: Pick<SignInProps, 'next'>) {
  const { t } = useI18n()
  return (
    <>
      <ActionForm
        action={sessionActions.signIn}
        className={styles.form}
        reload
        through={(session, { email, password, ...extra }) => session.signIn({ email, password }, extra)}
      >
        {({ values, fields, error, pending }) => (
          <>
            {error ? <Notice kind="error">{error}</Notice> : null}
            <RememberedPath next={next} />
            <TextField
              label={t('auth.signIn.email')}
              name="email"
              type="email"
              autoComplete="username webauthn"
              required
              defaultValue={typeof values['email'] === 'string' ? values['email'] : undefined}
              error={fields['email']}
            />
            <PasswordField
              label={t('auth.signIn.password')}
              name="password"
              autoComplete="current-password"
              required
              error={fields['password']}
            />
            <Button size="l" wide pending={pending}>
              {t('auth.signIn.submit')}
            </Button>
          </>
        )}
      </ActionForm>
      <PasskeySignIn next={next} />
    </>
  )
}

/** The page after signing in: the one in the URL, else the page before this one, which only the browser knows. */
function RememberedPath({ next }: { next: string | null }) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (input.current && next === null) input.current.value = findPreviousPath() ?? ''
  }, [next])
  return <input ref={input} type="hidden" name="next" defaultValue={next ?? ''} />
}
