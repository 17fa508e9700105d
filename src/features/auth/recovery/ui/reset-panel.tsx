import { useEffect } from 'react'
import { accountActions, codeDigits, codeLifetimeMs, type ResetProps } from '#features/auth/contract.ts'
import { useHref, useI18n } from '#shared/i18n/context.tsx'
import { routes } from '#shared/routing/routes.ts'
import { ActionForm } from '#ui/forms/action-form.tsx'
import { Button } from '#ui/controls/button.tsx'
import { CodeField } from '#ui/fields/code-field.tsx'
import { EntryFoot, EntryPanel } from '#ui/layout/entry-panel.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { PasswordField } from '#ui/fields/password-field.tsx'
import { useCountdown } from '#ui/hooks/use-countdown.ts'
import styles from './account.module.css'

type Code = NonNullable<ResetProps['code']>

/**
 * Takes the six digits and the new password together, because a right code is used at once. An email's link replaces the digits.
 */
export function ResetPanel({ code, why }: { code: Code; why: ResetProps['why'] }) {
  const { t, tn, format } = useI18n()
  const href = useHref()
  const minutes = codeLifetimeMs / 60_000
  const sent =
    why === 'undone'
      ? t('auth.reset.undone')
      : tn(`auth.reset.${why ?? 'codeText'}`, minutes, { minutes: format.number(minutes) })
  const again = href(routes.signIn, {}, { query: { step: 'reset', c: code.id } })
  // The form contains the secret now, so it is removed from the address bar and the history.
  useEffect(() => {
    if (code.t !== null) history.replaceState(history.state, '', again)
  }, [code.t, again])
  if (code.t !== null)
    return (
      <EntryPanel title={t('auth.reset.title')}>
        <NewPasswordForm code={code} />
      </EntryPanel>
    )
  return (
    <EntryPanel title={t(code.isLinkOver ? 'auth.reset.title' : 'auth.reset.codeTitle')} text={code.isLinkOver ? null : sent}>
      {code.isLinkOver ? <Notice kind="warn">{t('common.error.expired')}</Notice> : <CodeStatus code={code} why={why} />}
      <NewPasswordForm code={code} />
      <ResendReset code={code} />
      <EntryFoot>
        <a className="alone" href={href(routes.signIn, {}, { query: { step: 'reset' } })}>
          {t('auth.reset.other')}
        </a>
      </EntryFoot>
    </EntryPanel>
  )
}

/** Once the limit for emails is reached, perhaps none was sent, so none can have expired. */
function CodeStatus({ code: { status }, why }: { code: Code; why: ResetProps['why'] }) {
  const { t } = useI18n()
  return status === 'open' || why === 'limited' ? null : <Notice kind="warn">{t(`auth.reset.${status}`)}</Notice>
}

function NewPasswordForm({ code }: { code: Code }) {
  const { t } = useI18n()
  return (
    <ActionForm action={accountActions.reset} className={styles.form} reload>
      {({ fields, error, pending }) => (
        <>
          {error && Object.keys(fields).length === 0 ? <Notice kind="error">{error}</Notice> : null}
          <input type="hidden" name="c" value={code.id} />
          {code.t === null ? (
            <CodeField
              digits={codeDigits}
              label={t('auth.reset.code')}
              hint={t('auth.reset.codeHint')}
              name="code"
              required
              // oxlint-disable-next-line jsx-a11y/no-autofocus -- the code is what this page asks for, and what the email was sent for
              autoFocus
              error={fields['code']}
            />
          ) : (
            <input type="hidden" name="t" value={code.t} />
          )}
          <PasswordField
            label={t('auth.reset.password')}
            hint={t('auth.reset.passwordHint')}
            name="password"
            autoComplete="new-password"
            required
            error={fields['password']}
          />
          <p>{t('auth.reset.submitHint')}</p>
          <Button size="l" wide pending={pending}>
            {t('auth.reset.submit')}
          </Button>
        </>
      )}
    </ActionForm>
  )
}

/** The server enforces the minute between two emails; the countdown only avoids a refusal. */
function ResendReset({ code }: { code: Code }) {
  const { t, format } = useI18n()
  const { seconds, isTicking } = useCountdown(code.resendAt)
  return (
    <ActionForm action={accountActions.resendReset} className={styles.again} reload>
      {({ error, pending }) => (
        <>
          {error ? <Notice kind="error">{error}</Notice> : null}
          <input type="hidden" name="c" value={code.id} />
          <p>
            {t('auth.reset.nothing')} {seconds > 0 ? t('auth.reset.resendIn', { time: format.timer(seconds) }) : null}
          </p>
          <Button kind="secondary" icon="refresh-cw" pending={pending} disabled={isTicking}>
            {t('auth.reset.resend')}
          </Button>
        </>
      )}
    </ActionForm>
  )
}
