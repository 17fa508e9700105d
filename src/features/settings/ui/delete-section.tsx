import { useHref, useI18n } from '#shared/i18n/context.tsx'
import { deleteStep } from '#shared/routing/account-steps.ts'
import { routes } from '#shared/routing/routes.ts'
import { ButtonLink } from '#ui/controls/button.tsx'
import { Section } from '#ui/layout/section.tsx'

/** Leads to the page about deleting the account, which has the button. */
export function DeleteSection() {
  const { t } = useI18n()
  const href = useHref()
  return (
    <Section title={t('settings.delete.title')} text={t('settings.delete.text')}>
      <ButtonLink kind="danger" icon="trash-2" href={href(routes.signIn, {}, { query: { step: deleteStep } })}>
        {t('settings.delete.title')}
      </ButtonLink>
    </Section>
  )
}
