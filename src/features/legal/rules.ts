import { pixelCookie } from '#features/pixel/contract.ts'
import type { Translator } from '#shared/i18n/translator.ts'
import { localeCookie } from '#shared/i18n/locales.ts'
import { keysOf } from '#shared/records.ts'
import {
  consentDocuments,
  legalDocuments,
  legalVersion,
  type ConsentKind,
  type ConsentText,
  type LegalKind,
  type Operator,
} from './contract.ts'

export type LegalText = { title: string; intro: string; sections: { id: string; title: string; text: string }[] }

/** Names of the cookies as listed in the cookie policy; a test compares them with those that are set. */
export const listedCookies = {
  access: '__Host-access',
  refresh: '__Host-refresh',
  device: '__Host-device',
  providerAttempt: '__Host-provider',
  providerClaims: '__Host-claims',
  flash: '__Host-flash',
  locale: localeCookie.name,
  noScript: '__Host-plain',
  zone: 'tz',
  pixel: pixelCookie.name,
} as const

/** Sections that name the operator. */
const namingSections: ReadonlySet<string> = new Set([
  'legal.terms.sections.s9',
  'legal.privacy.sections.s1',
  'legal.consent.sections.s5',
])

/** Returns a complete legal text in the translator's language: pages show it, and a proof of consent hashes it. */
export function readLegalText({ t }: Pick<Translator, 't'>, kind: LegalKind, operator: Operator): LegalText {
  const values = { ...listedCookies, name: operator.name, email: operator.contactEmail }
  return {
    title: t(`legal.${kind}.title`),
    intro: t(`legal.${kind}.intro`, values),
    sections: legalDocuments[kind].sections.map((section) => ({
      id: section.slice(section.lastIndexOf('.') + 1),
      title: t(`${section}.title`, values),
      text: [t(`${section}.text`, values), ...(namingSections.has(section) ? operatorLines(t, operator) : [])].join('\n'),
    })),
  }
}

/** Maximum length of a description in search results. */
const descriptionLength = 160

/** The first whole sentences of a text's introduction that fit into a description for search engines. */
export function describeLegalText({ intro }: Pick<LegalText, 'intro'>): string {
  const [first = '', ...others] = intro.split(/(?<=[.!?])\s+/)
  return others.reduce(
    (text, sentence) => (text.length + sentence.length < descriptionLength ? `${text} ${sentence}` : text),
    first,
  )
}

/** Returns name and address; empty if only the contact address is known. */
function operatorLines(t: Translator['t'], { legal }: Operator): string[] {
  if (!legal) return []
  const { name, address, register } = legal
  return [
    t('legal.operator.runs', { operator: name, address }),
    ...(register === null ? [] : [t('legal.operator.register', { register })]),
  ]
}

/** Returns the whole text as one string, the same for the same words. */
export function flattenLegalText({ title, intro, sections }: LegalText): string {
  return [title, intro, ...sections.flatMap((section) => [section.title, section.text])].join('\n\n')
}

/** Returns the consents that a member has to give again. `agreed`: each given consent with its version, such as `terms 1.0`. */
export function owedConsents(agreed: readonly string[]): ConsentKind[] {
  return keysOf(consentDocuments).filter((kind) => !agreed.some((consent) => covers(consent, kind)))
}

/** Identifies the exact text that a form showed, in the language in which it was read. */
export function shownAs({ kind, version, locale, textHash }: ConsentText): string {
  return [kind, version, locale, textHash].join(' ')
}

/** A version newer than ours counts: for some minutes, another deployment may be ahead of this one. */
function covers(consent: string, kind: ConsentKind): boolean {
  const [agreedKind, version = ''] = consent.split(' ')
  return agreedKind === kind && compareVersions(version, legalVersion(consentDocuments[kind])) >= 0
}

function compareVersions(one: string, other: string): number {
  const [major = 0, minor = 0] = one.split('.').map(Number)
  const [otherMajor = 0, otherMinor = 0] = other.split('.').map(Number)
  return major - otherMajor || minor - otherMinor
}

export type TextBlock = { kind: 'paragraph'; text: string } | { kind: 'list'; items: string[] }

/** Parses a section's text: `• ` starts an item, adjacent items form one list, any other line is a paragraph. */
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
