import { loadMessages } from '#shared/i18n/load.ts'
import type { LocaleCode } from '#shared/i18n/locales.ts'
import { createTranslator, type Translator } from '#shared/i18n/translator.ts'

/** Loads the words of the legal texts, for pages whose own messages lack them. */
export async function loadLegalTranslator(locale: LocaleCode): Promise<Translator> {
  return createTranslator(locale, await loadMessages(locale, ['legal']), { timeZone: 'UTC' })
}
