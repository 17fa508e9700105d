import type { AccountStepProps, LeavingProps, OfferedProviders, SignInProps } from '#features/auth/contract.ts'
import type { ConsentStepProps } from '#features/legal/contract.ts'
import { ConsentStep } from '#features/legal/ui/consent-step.tsx'
import { ProviderButtons } from '#features/auth/providers/ui/provider-buttons.tsx'
import { useHref, useI18n } from '#shared/i18n/context.tsx'
import { routes } from '#shared/routing/routes.ts'
import { EntryFoot, EntryPanel } from '#ui/layout/entry-panel.tsx'
import { FormRoot } from '#ui/forms/form-root.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import Account from './account.tsx'
import Form from './form.tsx'
import { Leaving } from './leaving.tsx'

export default function SignIn({
  data,
}: {
  data: SignInProps & OfferedProviders & AccountStepProps & ConsentStepProps & LeavingProps
}) {
  const { t } = useI18n()
  const href = useHref()
  if (data.leaving) return <Leaving {...data.leaving} />
  if (data.consent) return <ConsentStep {...data.consent} />
  if (data.account)
    return (
      <FormRoot name="account">
        <Account data={data} />
      </FormRoot>
    )
  return (
    <EntryPanel title={t('auth.signIn.title')} text={t('auth.signIn.text')}>
      {data.step ? <Notice kind={data.step === 'sent' ? 'info' : 'success'}>{t(`auth.signIn.${data.step}`)}</Notice> : null}
      <ProviderButtons providers={data.providers} next={data.next} />
      <FormRoot name="form">
        <Form data={data} />
      </FormRoot>
      <EntryFoot>
        <a className="alone" href={href(routes.signIn, {}, { query: { step: 'reset' } })}>
          {t('auth.signIn.forgot')}
        </a>
      </EntryFoot>
      <EntryFoot>
        {t('auth.signIn.newHere')} <a href={href(routes.signUp, {})}>{t('auth.signIn.join')}</a>
      </EntryFoot>
    </EntryPanel>
  )
}
