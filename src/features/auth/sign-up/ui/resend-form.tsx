import { signUpActions, type EmailVerifyProps } from '#features/auth/contract.ts'
import { useI18n } from '#shared/i18n/context.tsx'
import { ActionForm } from '#ui/forms/action-form.tsx'
import { Button } from '#ui/controls/button.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { useCountdown } from '#ui/hooks/use-countdown.ts'
import styles from './registration.module.css'

/** Requests another email; the server enforces the minute between two, the countdown only avoids a refusal. */
export function ResendForm({ resendAt, t: link }: Pick<EmailVerifyProps, 'resendAt' | 't'>) {
  const { t, format } = useI18n()
  const { seconds, isTicking } = useCountdown(resendAt)
  return (
    <ActionForm action={signUpActions.resend} className={styles.again} reload>
      {({ error, pending }) => (
        <>
          {error ? <Notice kind="error">{error}</Notice> : null}
          {link ? <input type="hidden" name="t" value={link} /> : null}
          <p>
            {t('auth.verify.nothing')} {seconds > 0 ? t('auth.verify.resendIn', { time: format.timer(seconds) }) : null}
          </p>
          <Button kind="secondary" icon="refresh-cw" pending={pending} disabled={isTicking}>
            {t('auth.verify.resend')}
          </Button>
        </>
      )}
    </ActionForm>
  )
}
