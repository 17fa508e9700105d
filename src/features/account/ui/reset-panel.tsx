import { accountForms, codeDigits, codeLifetimeMs, type ResetProps } from '#features/account/contract.ts'
import { apiPaths } from '#shared/api-paths.ts'
import { useHref, useI18n } from '#shared/i18n/context.tsx'
import { routes } from '#shared/routes.ts'
import { ActionForm } from '#ui/action-form.tsx'
import { Button } from '#ui/button.tsx'
import { CodeField } from '#ui/code-field.tsx'
import { EntryFoot, EntryPanel } from '#ui/entry-panel.tsx'
import { Notice } from '#ui/notice.tsx'
import { PasswordField } from '#ui/password-field.tsx'
import { useSecondsUntil } from '#ui/use-seconds-until.ts'
import styles from './account.module.css'

type Code = NonNullable<ResetProps['code']>

/** The six digits and the new password together: nothing stands between a right code and what it is for. */
export function ResetPanel({ code, why }: { code: Code; why: ResetProps['why'] }) {
  const { t, format } = useI18n()
  const href = useHref()
  return (
    <EntryPanel
      title={t('auth.reset.codeTitle')}
      text={why ? t(`auth.reset.${why}`) : t('auth.reset.codeText', { minutes: format.number(codeLifetimeMs / 60_000) })}
    >
      {code.status === 'open' ? null : <Notice kind="warn">{t(`auth.reset.${code.status}`)}</Notice>}
      <ActionForm name={accountForms.reset} action={apiPaths.resetPassword} className={styles.form} reload>
        {({ fields, error, pending }) => (
          <>
            {error ? <Notice kind="error">{error}</Notice> : null}
            <input type="hidden" name="c" value={code.id} />
            <CodeField
              digits={codeDigits}
              label={t('auth.reset.code')}
              hint={t('auth.reset.codeHint')}
              name="code"
              required
              error={fields['code']}
            />
            <PasswordField
              label={t('auth.reset.password')}
              hint={t('auth.reset.passwordHint')}
              name="password"
              autoComplete="new-password"
              required
              error={fields['password']}
              showLabel={t('common.form.showPassword')}
              hideLabel={t('common.form.hidePassword')}
            />
            <p>{t('auth.reset.submitHint')}</p>
            <Button size="l" wide pending={pending}>
              {t('auth.reset.submit')}
            </Button>
          </>
        )}
      </ActionForm>
      <ResendReset code={code} />
      <EntryFoot>
        <a href={href(routes.signIn, {}, { query: { step: 'reset' } })}>{t('auth.reset.other')}</a>
      </EntryFoot>
    </EntryPanel>
  )
}

/** The server keeps the minute between two letters, the countdown only spares a refusal. */
function ResendReset({ code }: { code: Code }) {
  const { t, format } = useI18n()
  const seconds = useSecondsUntil(code.resendAt)
  return (
    <ActionForm name={accountForms.resendReset} action={apiPaths.resendReset} className={styles.again} reload>
      {({ error, pending }) => (
        <>
          {error ? <Notice kind="error">{error}</Notice> : null}
          <input type="hidden" name="c" value={code.id} />
          <p>
            {t('auth.reset.nothing')} {seconds > 0 ? t('auth.reset.resendIn', { time: format.timer(seconds) }) : null}
          </p>
          <Button kind="secondary" icon="refresh-cw" pending={pending}>
            {t('auth.reset.resend')}
          </Button>
        </>
      )}
    </ActionForm>
  )
}
