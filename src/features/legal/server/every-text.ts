import { loadMessages } from '#shared/i18n/load.ts'
import type { LocaleCode } from '#shared/i18n/locales.ts'
import { createTranslator } from '#shared/i18n/translator.ts'
import { legalDocuments, type LegalKind, type LegalTexts, type Operator } from '../contract.ts'
import { readLegalText } from '../rules.ts'

const kinds = Object.keys(legalDocuments) as LegalKind[]

/** Every legal text for a page of members, and what they are called together; read here, so that the page brings no messages of them. */
export async function readLegalTexts(locale: LocaleCode, operator: Operator, isOpen: boolean): Promise<LegalTexts> {
  const translator = createTranslator(locale, await loadMessages(locale, ['legal']), { timeZone: 'UTC' })
  return {
    title: translator.t('legal.help.texts'),
    texts: isOpen ? kinds.map((kind) => ({ kind, ...readLegalText(translator, kind, operator) })) : null,
  }
}
