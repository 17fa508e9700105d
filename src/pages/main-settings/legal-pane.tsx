import { LegalList } from '#features/legal/ui/legal-list.tsx'
import { Section } from '#ui/section.tsx'
import type { Props } from './page.tsx'

export function LegalPane({ legal: { title, texts } }: Props) {
  return <Section title={title}>{texts && <LegalList level="h3" texts={texts} />}</Section>
}
