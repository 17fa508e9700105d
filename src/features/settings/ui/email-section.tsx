import { useState } from 'react'
import { accountActions, resendAfterMs, type AccountProps, type EmailAnswer, type EmailProps } from '#features/auth/contract.ts'
import { useI18n } from '#shared/i18n/context.tsx'
import { useFlash, usePage } from '#shared/react/page-context.tsx'
import { ActionForm } from '#ui/forms/action-form.tsx'
import type { AllLiked } from '#ui/forms/send-action.ts'
import { Button } from '#ui/controls/button.tsx'
import { TextField } from '#ui/fields/field.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { PasswordField } from '#ui/fields/password-field.tsx'
import { Section } from '#ui/layout/section.tsx'
import styles from './account-sections.module.css'
import { ConfirmEmail } from './confirm-email.tsx'

/** Shows the address, a form to change it, and one for the code that confirms the change. */
export function EmailSection({ email: present, hasPassword, isConfirmed }: Omit<AccountProps, 'devices'>) {
  const { t } = useI18n()
  const flashes = [
    useFlash(accountActions.changeEmail.form),
    useFlash(accountActions.resendEmail.form),
    useFlash(accountActions.confirmEmail.form),
  ]
  const [shown, setShown] = useState(present)
  const { now } = usePage()
  /** Counts the responses so far: each restarts the countdown to the next email. */
  const [round, setRound] = useState(0)
  const [notice, setNotice] = useState(flashes.find((flash) => flash?.notice)?.notice)
  const { email, pending } = shown

  const follow = (answer: AllLiked<EmailAnswer>) => {
    setShown((before) => readAnswer(answer, before, now))
    setRound((before) => before + 1)
    setNotice(answer.notice)
  }
  return (
    <Section title={t('settings.email.title')} text={t('settings.email.text')}>
      <p className={styles.address}>{t('settings.email.present', { email })}</p>
      <div aria-live="polite">{notice ? <Notice kind="success">{notice}</Notice> : null}</div>
      {pending ? <ConfirmEmail pending={pending} round={round} onDone={follow} /> : null}
      {pending ? (
        <details className={styles.apart}>
          <summary>
            <Icon name="chevron-down" />
            {t('settings.email.other')}
          </summary>
          <AskEmail hasPassword={hasPassword} isConfirmed={isConfirmed} onDone={follow} />
        </details>
      ) : (
        <AskEmail hasPassword={hasPassword} isConfirmed={isConfirmed} onDone={follow} />
      )}
    </Section>
  )
}

type AskEmailProps = Pick<AccountProps, 'hasPassword' | 'isConfirmed'> & { onDone: (answer: AllLiked<EmailAnswer>) => void }

/** Asks for the password only if the session was not confirmed within ten minutes. */
function AskEmail({ hasPassword, isConfirmed, onDone }: AskEmailProps) {
  const { t } = useI18n()
  return (
    <ActionForm action={accountActions.changeEmail} className={styles.form} onDone={onDone}>
      {({ values, fields, error, pending }) => (
        <>
          {error ? <Notice kind="error">{error}</Notice> : null}
          {hasPassword || isConfirmed ? null : <Notice>{t('settings.email.confirmFirst')}</Notice>}
          <TextField
            label={t('settings.email.new')}
            name="email"
            type="email"
            autoComplete="email"
            required
            defaultValue={typeof values['email'] === 'string' ? values['email'] : undefined}
            error={fields['email']}
          />
          {/* A page may be open longer than that; then the refusal shows the field again. */}
          {hasPassword && (!isConfirmed || fields['password']) ? (
            <PasswordField
              label={t('settings.email.password')}
              hint={t('settings.email.passwordHint')}
              name="password"
              autoComplete="current-password"
              required
              error={fields['password']}
            />
          ) : null}
          <Button kind="secondary" icon="mail" pending={pending}>
            {t('settings.email.submit')}
          </Button>
        </>
      )}
    </ActionForm>
  )
}

/** Merges a response into the shown address. The countdown starts from the page's own `now`, which is older than the response. */
function readAnswer(answer: EmailAnswer, before: EmailProps, now: number): EmailProps {
  if ('email' in answer) return { email: answer.email, pending: null }
  return { ...before, pending: { email: answer.pending.email, status: 'open', resendAt: now + resendAfterMs } }
}
