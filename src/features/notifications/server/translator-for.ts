import { defaultLocale, findLocale } from '#shared/i18n/locales.ts'
import { loadMessages } from '#shared/i18n/load.ts'
import { createTranslator, type Translator } from '#shared/i18n/translator.ts'
import { wordNamespaces } from './notification-text.ts'

/** Creates a translator of notifications for a member's language. Times do not occur in them. */
export async function createTranslatorFor(locale: string): Promise<Translator> {
  const code = findLocale(locale)?.code ?? defaultLocale
  return createTranslator(code, await loadMessages(code, wordNamespaces), { timeZone: 'UTC' })
}
