import type { OperatorProps } from '#features/legal/contract.ts'
import { LegalHelp } from '#features/legal/ui/legal-help.tsx'
import { codeLifetimeMs, type EmailVerifyProps } from '#features/auth/contract.ts'
import { ChangeAddress } from '#features/auth/sign-up/ui/change-address.tsx'
import { ResendForm } from '#features/auth/sign-up/ui/resend-form.tsx'
import { VerifyAgain } from '#features/auth/sign-up/ui/verify-again-form.tsx'
import { VerifyForm } from '#features/auth/sign-up/ui/verify-form.tsx'
import { useI18n } from '#shared/i18n/context.tsx'
import { EntryPanel } from '#ui/layout/entry-panel.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { Stepper } from '#ui/controls/stepper.tsx'

export default function Form({ data }: { data: EmailVerifyProps & OperatorProps }) {
  const { t, tn, format } = useI18n()
  const minutes = codeLifetimeMs / 60_000
  const { email, code, status, step, asks } = data
  const steps = [t('auth.steps.details'), t('auth.steps.email'), t('auth.steps.profile')]
  return (
    <EntryPanel
      title={t(email ? 'auth.verify.title' : 'auth.verify.guestTitle')}
      text={
        email
          ? tn('auth.verify.text', minutes, { email, minutes: format.number(minutes) })
          : t(asks === 'new-password' ? 'auth.verify.guestNew' : 'auth.verify.guestText')
      }
      progress={
        <Stepper
          steps={steps}
          current={1}
          label={t('auth.steps.label', { step: format.number(2), total: format.number(steps.length) })}
        />
      }
    >
      {email ? <ChangeAddress /> : null}
      {step ? <Notice kind="success">{t('auth.verify.sent')}</Notice> : null}
      {status === 'open' ? null : <Notice kind="warn">{t(`auth.verify.${status}`)}</Notice>}
      {asks === 'new-password' ? null : <VerifyForm code={code} t={data.t} asks={asks} />}
      <VerifyAgain code={code} t={data.t} asks={asks} consents={data.consents} />
      <ResendForm resendAt={data.resendAt} t={data.t} />
      {email ? <LegalHelp operator={data.operator} /> : null}
    </EntryPanel>
  )
}
