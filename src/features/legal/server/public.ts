import { loadMessages } from '#shared/i18n/load.ts'
import type { LocaleCode } from '#shared/i18n/locales.ts'
import { createTranslator } from '#shared/i18n/translator.ts'
import { consentDocuments, legalVersion, type ConsentKind, type ConsentText, type Operator } from '../contract.ts'
import { flattenLegalText, readLegalText } from '../rules.ts'

export { owedConsents, versionOf } from '../rules.ts'
export { readOwedTexts } from './consent-step.ts'
export { operatorOf } from './operator.ts'

/** What stands in a consent's row: version and hash of the text that a visitor in this language was shown. */
export async function describeConsent(kind: ConsentKind, locale: LocaleCode, operator: Operator): Promise<ConsentText> {
  const document = consentDocuments[kind]
  const translator = createTranslator(locale, await loadMessages(locale, ['legal']), { timeZone: 'UTC' })
  const text = flattenLegalText(readLegalText(translator, document, operator))
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return { kind, version: legalVersion(document), locale, textHash: hex(new Uint8Array(digest)) }
}

const hex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
