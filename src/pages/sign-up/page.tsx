import type { SignUpProps, OfferedProviders } from '#features/auth/contract.ts'
import { ProviderButtons } from '#features/auth/providers/ui/provider-buttons.tsx'
import { VouchedNote } from '#features/auth/providers/ui/vouched-note.tsx'
import { useHref, useI18n } from '#shared/i18n/context.tsx'
import { routes } from '#shared/routing/routes.ts'
import { EntryFoot, EntryPanel } from '#ui/layout/entry-panel.tsx'
import { FormRoot } from '#ui/forms/form-root.tsx'
import Form from './form.tsx'

export default function SignUp({ data }: { data: SignUpProps & OfferedProviders }) {
  const { t } = useI18n()
  const href = useHref()
  return (
    <EntryPanel title={t('auth.signUp.title')} text={t('auth.signUp.text')}>
      {data.vouched ? <VouchedNote provider={data.vouched.provider} /> : <ProviderButtons providers={data.providers} />}
      <FormRoot name="form">
        <Form data={data} />
      </FormRoot>
      <EntryFoot>
        {t('auth.signUp.haveAccount')} <a href={href(routes.signIn, {})}>{t('auth.signUp.signIn')}</a>
      </EntryFoot>
    </EntryPanel>
  )
}
