import { loadMessages } from '#shared/i18n/load.ts'
import type { LocaleCode } from '#shared/i18n/locales.ts'
import { createTranslator, type Translator } from '#shared/i18n/translator.ts'
import { legalKinds, type Operator, type ReadableText } from '../contract.ts'
import { readLegalText } from '../rules.ts'

/** Loads the messages of the legal texts, for pages whose own messages lack them. */
export async function loadLegalTranslator(locale: LocaleCode): Promise<Translator> {
  return createTranslator(locale, await loadMessages(locale, ['legal']), { timeZone: 'UTC' })
}

/** Reads every legal text, for a page of members. */
export async function readLegalTexts(locale: LocaleCode, operator: Operator): Promise<ReadableText[]> {
  const translator = await loadLegalTranslator(locale)
  return legalKinds.map((kind) => ({ kind, ...readLegalText(translator, kind, operator) }))
}
