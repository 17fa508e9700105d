import { accountActions, codeDigits, codeLifetimeMs, type EmailAnswer, type EmailProps } from '#features/auth/contract.ts'
import { useI18n } from '#shared/i18n/context.tsx'
import { ActionForm } from '#ui/forms/action-form.tsx'
import type { AllLiked } from '#ui/forms/send-action.ts'
import { Button } from '#ui/controls/button.tsx'
import { CodeField } from '#ui/fields/code-field.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { useCountdown } from '#ui/hooks/use-countdown.ts'
import styles from './account-sections.module.css'

type ConfirmEmailProps = {
  pending: NonNullable<EmailProps['pending']>
  round: number
  onDone: (answer: AllLiked<EmailAnswer>) => void
}

/** A new address waits for its code; until then nothing has changed. */
export function ConfirmEmail({ pending: { email, status, resendAt }, round, onDone }: ConfirmEmailProps) {
  const { t, tn, format } = useI18n()
  const minutes = codeLifetimeMs / 60_000
  return (
    <>
      <p className={styles.address}>{tn('settings.email.waiting', minutes, { email, minutes: format.number(minutes) })}</p>
      {status === 'open' ? null : <Notice kind="warn">{t(`settings.email.${status}`)}</Notice>}
      <ActionForm action={accountActions.confirmEmail} className={styles.form} onDone={onDone}>
        {({ fields, error, pending }) => (
          <>
            {error && Object.keys(fields).length === 0 ? <Notice kind="error">{error}</Notice> : null}
            <CodeField
              digits={codeDigits}
              sends
              label={t('settings.email.code')}
              hint={t('settings.email.codeHint')}
              name="code"
              required
              error={fields['code']}
            />
            <Button pending={pending}>{t('settings.email.confirm')}</Button>
          </>
        )}
      </ActionForm>
      <ActionForm action={accountActions.resendEmail} className={styles.form} onDone={onDone}>
        {({ error, pending }) => (
          <>
            {error ? <Notice kind="error">{error}</Notice> : null}
            <NextEmail key={round} resendAt={resendAt} pending={pending} />
          </>
        )}
      </ActionForm>
    </>
  )
}

function NextEmail({ resendAt, pending }: { resendAt: number; pending: boolean }) {
  const { t, format } = useI18n()
  const { seconds, isTicking } = useCountdown(resendAt)
  return (
    <>
      {seconds > 0 ? <p className={styles.quiet}>{t('settings.email.resendIn', { time: format.timer(seconds) })}</p> : null}
      <Button kind="quiet" icon="refresh-cw" pending={pending} disabled={isTicking}>
        {t('settings.email.resend')}
      </Button>
    </>
  )
}
