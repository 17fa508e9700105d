import type { Translator } from '#shared/i18n/translator.ts'
import { localeCookie } from '#shared/i18n/locales.ts'
import { legalDocuments, type LegalKind } from './contract.ts'

export type LegalText = { title: string; intro: string; sections: { id: string; title: string; text: string }[] }

/** Who runs this site, as the texts name them (src/shared/brand.ts). */
export type Operator = { name: string; contactEmail: string }

/** Names of the cookies as the cookies policy lists them; a test compares them with those that are set. */
export const listedCookies = {
  access: '__Host-access',
  refresh: '__Host-refresh',
  device: '__Host-device',
  providerAttempt: '__Host-provider',
  providerClaims: '__Host-claims',
  flash: '__Host-flash',
  locale: localeCookie.name,
  plain: '__Host-plain',
  zone: 'tz',
} as const

/** A legal text in the translator's language, complete: what a page shows and what a proof of consent hashes. */
export function readLegalText({ t }: Pick<Translator, 't'>, kind: LegalKind, operator: Operator): LegalText {
  const values = { ...listedCookies, name: operator.name, email: operator.contactEmail }
  return {
    title: t(`legal.${kind}.title`),
    intro: t(`legal.${kind}.intro`, values),
    sections: legalDocuments[kind].sections.map((section) => ({
      id: section.slice(section.lastIndexOf('.') + 1),
      title: t(`${section}.title`, values),
      text: t(`${section}.text`, values),
    })),
  }
}

/** The whole text as one string, the same for the same words. */
export function flattenLegalText({ title, intro, sections }: LegalText): string {
  return [title, intro, ...sections.flatMap((section) => [section.title, section.text])].join('\n\n')
}

export type TextBlock = { kind: 'paragraph'; text: string } | { kind: 'list'; items: string[] }

/** Lines of a section's text: `• ` starts an item, neighbouring items make one list, any other line is a paragraph. */
export function parseBlocks(text: string): TextBlock[] {
  const blocks: TextBlock[] = []
  for (const line of text.split('\n')) {
    const item = /^•\s*(.+)$/.exec(line)?.[1]
    const last = blocks.at(-1)
    if (item === undefined) blocks.push({ kind: 'paragraph', text: line })
    else if (last?.kind === 'list') last.items.push(item)
    else blocks.push({ kind: 'list', items: [item] })
  }
  return blocks
}
