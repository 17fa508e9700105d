import type { LocaleCode } from '#shared/i18n/locales.ts'
import { legalKinds, type Operator, type ReadableText } from '../contract.ts'
import { readLegalText } from '../rules.ts'
import { loadLegalTranslator } from './legal-translator.ts'

/** Reads every legal text, for a page of members. */
export async function readLegalTexts(locale: LocaleCode, operator: Operator): Promise<ReadableText[]> {
  const translator = await loadLegalTranslator(locale)
  return legalKinds.map((kind) => ({ kind, ...readLegalText(translator, kind, operator) }))
}
