import { MemberContactForm } from '#features/contact/ui/member-contact-form.tsx'
import { ClosedText } from '#features/legal/ui/legal-list.tsx'
import { useI18n } from '#shared/i18n/context.tsx'
import { usePage } from '#shared/react/page-context.tsx'
import { Section } from '#ui/layout/section.tsx'
import type { Props } from './props.ts'

/** The FAQ and the contact form of the public site, whose pages are only for guests. */
export function HelpPane({ account, contactEmail, faq }: Props) {
  const { t } = useI18n()
  const { viewer } = usePage()
  return (
    <>
      {faq && (
        <Section title={faq.title}>
          <div>
            {faq.groups.map(({ id, title, questions }) => (
              <ClosedText key={id} name={id} label={title} level="h3" sections={questions} />
            ))}
          </div>
        </Section>
      )}
      <Section title={t('contact.title')} text={t('contact.intro')}>
        <MemberContactForm name={viewer?.firstName ?? ''} email={account.email.email} />
        <p>
          {t('contact.direct')} <a href={`mailto:${contactEmail}`}>{contactEmail}</a>
        </p>
        <p>{t('contact.urgent')}</p>
      </Section>
    </>
  )
}
