import type { AccountStepProps } from '#features/account/contract.ts'
import { AccountStepPanel } from '#features/account/ui/account-step-panel.tsx'
import type { SignInProps } from '#features/session/contract.ts'
import type { OfferedProviders } from '#features/providers/contract.ts'
import { ProviderButtons } from '#features/providers/ui/provider-buttons.tsx'
import { SignInForm } from '#features/session/ui/sign-in-form.tsx'
import { useHref, useI18n } from '#shared/i18n/context.tsx'
import { routes } from '#shared/routes.ts'
import { EntryFoot, EntryPanel } from '#ui/entry-panel.tsx'
import { Notice } from '#ui/notice.tsx'

export default function SignIn({ data }: { data: SignInProps & OfferedProviders & AccountStepProps }) {
  const { t } = useI18n()
  const href = useHref()
  if (data.account) return <AccountStepPanel step={data.account} />
  return (
    <EntryPanel title={t('auth.signIn.title')} text={t('auth.signIn.text')}>
      {data.step ? <Notice kind={data.step === 'sent' ? 'info' : 'success'}>{t(`auth.signIn.${data.step}`)}</Notice> : null}
      <ProviderButtons providers={data.providers} next={data.next} />
      <SignInForm next={data.next} />
      <EntryFoot>
        <a href={href(routes.signIn, {}, { query: { step: 'reset' } })}>{t('auth.signIn.forgot')}</a>
      </EntryFoot>
      <EntryFoot>
        {t('auth.signIn.newHere')} <a href={href(routes.signUp, {})}>{t('auth.signIn.join')}</a>
      </EntryFoot>
    </EntryPanel>
  )
}
