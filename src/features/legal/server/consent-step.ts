import { loadMessages } from '#shared/i18n/load.ts'
import { createTranslator } from '#shared/i18n/translator.ts'
import type { LocaleCode } from '#shared/i18n/locales.ts'
import { consentDocuments, legalDocuments, type ConsentKind, type Operator, type OwedText } from '../contract.ts'
import { readLegalText, versionOf } from '../rules.ts'

/** The texts themselves go along: their own pages are for guests. Read here, so that signing in need not bring them. */
export async function readOwedTexts(owed: readonly ConsentKind[], locale: LocaleCode, operator: Operator): Promise<OwedText[]> {
  const translator = createTranslator(locale, await loadMessages(locale, ['legal']), { timeZone: 'UTC' })
  const { t, format } = translator
  return owed.map((kind) => {
    const document = consentDocuments[kind]
    const { version, publishedAt } = legalDocuments[document]
    return {
      ...readLegalText(translator, document, operator),
      kind,
      version,
      shown: versionOf(kind),
      meta: t('legal.meta', { version, date: format.date(publishedAt) }),
      news: t(`legal.${document}.news`),
    }
  })
}
