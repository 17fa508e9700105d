import type { SignInProps } from '#features/session/contract.ts'
import { SignInForm } from '#features/session/ui/sign-in-form.tsx'
import { useHref, useI18n } from '#shared/i18n/context.tsx'
import { routes } from '#shared/routes.ts'
import { EntryFoot, EntryPanel } from '#ui/entry-panel.tsx'
import { Notice } from '#ui/notice.tsx'

export default function SignIn({ data }: { data: SignInProps }) {
  const { t } = useI18n()
  const href = useHref()
  return (
    <EntryPanel title={t('auth.signIn.title')} text={t('auth.signIn.text')}>
      {data.step ? <Notice kind={data.step === 'verified' ? 'success' : 'info'}>{t(`auth.signIn.${data.step}`)}</Notice> : null}
      <SignInForm next={data.next} />
      <EntryFoot>
        {t('auth.signIn.newHere')} <a href={href(routes.signUp, {})}>{t('auth.signIn.join')}</a>
      </EntryFoot>
    </EntryPanel>
  )
}
