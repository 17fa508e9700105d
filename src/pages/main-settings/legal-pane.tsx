import { LegalList } from '#features/legal/ui/legal-list.tsx'
import { useHref, useI18n } from '#shared/i18n/context.tsx'
import { deleteStep } from '#shared/routing/account-steps.ts'
import { routes } from '#shared/routing/routes.ts'
import { ButtonLink } from '#ui/controls/button.tsx'
import { Section } from '#ui/layout/section.tsx'
import type { Props } from './props.ts'

export function LegalPane({ legal }: Props) {
  const { t } = useI18n()
  const href = useHref()
  return (
    <Section title={t('settings.index.legal')} isTitleHidden>
      {legal && <LegalList level="h3" texts={legal} />}
      <ButtonLink kind="quiet" href={href(routes.signIn, {}, { query: { step: deleteStep } })}>
        {t('settings.delete.withdraw')}
      </ButtonLink>
    </Section>
  )
}
