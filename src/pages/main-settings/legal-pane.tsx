import { LegalList } from '#features/legal/ui/legal-list.tsx'
import { useI18n } from '#shared/i18n/context.tsx'
import { Section } from '#ui/layout/section.tsx'
import type { Props } from './props.ts'

export function LegalPane({ legal }: Props) {
  const { t } = useI18n()
  return (
    <Section title={t('settings.index.legal')} isTitleHidden>
      {legal && <LegalList level="h3" texts={legal} />}
    </Section>
  )
}
