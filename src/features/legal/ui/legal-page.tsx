import { useI18n } from '#shared/i18n/context.tsx'
import { LongText } from '#ui/layout/long-text.tsx'
import { legalDocuments, type LegalKind, type OperatorProps } from '../contract.ts'
import { readLegalText } from '../rules.ts'
import { LegalSections } from './legal-text.tsx'

/** One legal text as its own page, with version and date. */
export function LegalPage({ kind, operator }: { kind: LegalKind } & OperatorProps) {
  const translator = useI18n()
  const { t, format } = translator
  const { version, publishedAt } = legalDocuments[kind]
  const { title, intro, sections } = readLegalText(translator, kind, operator)
  return (
    <LongText
      title={title}
      meta={t('legal.meta', { version, date: format.date(publishedAt) })}
      contents={{
        label: t('legal.contents'),
        links: sections.map((section) => ({ href: `#${section.id}`, label: section.title })),
      }}
    >
      <p>{intro}</p>
      <LegalSections sections={sections} />
    </LongText>
  )
}
