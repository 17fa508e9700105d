import { MemberContactForm } from '#features/contact/ui/member-contact-form.tsx'
import { useI18n } from '#shared/i18n/context.tsx'
import { usePage } from '#shared/react/page-context.tsx'
import { Section } from '#ui/layout/section.tsx'
import type { Props } from './props.ts'

export function HelpPane({ account, contactEmail }: Props) {
  const { t } = useI18n()
  const { viewer } = usePage()
  return (
    <Section title={t('contact.title')} text={t('contact.intro')}>
      <MemberContactForm name={viewer?.firstName ?? ''} email={account.email.email} />
      <p>
        {t('contact.direct')} <a href={`mailto:${contactEmail}`}>{contactEmail}</a>
      </p>
      <p>{t('contact.urgent')}</p>
    </Section>
  )
}
