import type { LocaleCode } from '#shared/i18n/locales.ts'
import { consentDocuments, legalDocuments, type ConsentKind, type Operator, type OwedConsents } from '../contract.ts'
import { readLegalText, shownAs } from '../rules.ts'
import { describeConsent } from './describe-consent.ts'
import { loadLegalTranslator } from './legal-texts.ts'

/**
 * Reads the texts to agree to, and the privacy policy that they refer to. The step contains their full text, because their own
 * pages are for guests. They are read here, so that signing in need not load them.
 */
export async function readConsentTexts(
  owed: readonly ConsentKind[],
  locale: LocaleCode,
  operator: Operator,
): Promise<Pick<OwedConsents, 'texts' | 'privacy'>> {
  const translator = await loadLegalTranslator(locale)
  const { t, format } = translator
  const texts = owed.map(async (kind) => {
    const document = consentDocuments[kind]
    const { version, publishedAt } = legalDocuments[document]
    return {
      ...readLegalText(translator, document, operator),
      kind,
      version,
      shown: shownAs(await describeConsent(kind, locale, operator)),
      meta: t('legal.meta', { version, date: format.date(publishedAt) }),
      news: t(`legal.${document}.news`),
    }
  })
  const { title, sections } = readLegalText(translator, 'privacy', operator)
  return { texts: await Promise.all(texts), privacy: { title, sections } }
}
